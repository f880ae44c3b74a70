package io.ttalloc.watch.natives;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the counters that native processes publish. Implemented in an optional JAR file. Stateless.
 */
public interface NativePrograms {

  /**
   * Returns a thread-safe supplier that reads the current values of the counters on each call.
   *
   * @param folder the directory of the counters; null for the default one
   */
  Supplier<NativeState> reader(@Nullable Path folder);
}
