package io.ttalloc.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The time that a thread has run on a processor. Thread-safe. */
final class ProcessorTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ProcessorTime() {}

  /**
   * The calling thread's processor time in nanoseconds; elapsed time if the JVM does not measure
   * it.
   */
  static long ofThisThread() {
    boolean measured =
        THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();
    return measured ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
  }
}
