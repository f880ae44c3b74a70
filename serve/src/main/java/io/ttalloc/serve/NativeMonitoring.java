package io.ttalloc.serve;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes a monitor watch native processes. Implemented in an optional JAR file. Stateless. */
public interface NativeMonitoring {

  /**
   * The settings for monitoring native processes.
   *
   * @param listens whether to listen for processes that report what they allocate
   * @param socket the socket on which these processes report; null for the default socket
   * @param publishes whether to publish processes with a ledger among the native ones
   * @param regions the directory in which native processes publish counters; null for the default
   *     directory
   */
  record Settings(
      boolean listens, @Nullable Path socket, boolean publishes, @Nullable Path regions) {}

  /**
   * Starts the monitoring. If a part of the monitoring is not possible, a line says so, and the
   * monitor continues without that part.
   *
   * @param out receives the lines; called on any thread
   */
  WatchedNatives start(Settings settings, Consumer<String> out);
}
