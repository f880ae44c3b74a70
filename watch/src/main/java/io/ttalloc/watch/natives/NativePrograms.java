package io.ttalloc.watch.natives;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Knows where native processes publish counters. Comes in an optional jar. Stateless. */
public interface NativePrograms {

  /**
   * A thread-safe reader of those counters: what they are whenever it is asked.
   *
   * @param folder where to look; null for the usual one
   */
  Supplier<NativeState> reader(@Nullable Path folder);
}
