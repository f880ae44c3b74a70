package io.ttalloc.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Measures the processor time of a thread. Thread-safe. */
final class ProcessorTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ProcessorTime() {}

  /**
   * Returns the calling thread's processor time in nanoseconds; if the JVM does not measure it, the
   * elapsed time.
   */
  static long ofThisThread() {
    boolean measured =
        THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();
    return measured ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
  }
}
