package io.ttalloc.serve;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes a monitor watch native processes. Implemented in an optional JAR file. Stateless. */
public interface NativeMonitoring {

  /**
   * What is asked for.
   *
   * @param listens whether processes may report what they allocate
   * @param socket where they do; null for the usual place
   * @param publishes whether processes with a ledger appear among the native ones
   * @param regions where native processes publish counters; null for the usual place
   */
  record Settings(
      boolean listens, @Nullable Path socket, boolean publishes, @Nullable Path regions) {}

  /**
   * Starts. What cannot be done is a line, and the monitor goes on without.
   *
   * @param out gets the lines; called on any thread
   */
  WatchedNatives start(Settings settings, Consumer<String> out);
}
