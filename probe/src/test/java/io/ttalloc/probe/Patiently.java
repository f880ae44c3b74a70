package io.ttalloc.probe;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what the collector and threads of the JVM do when they come to it. */
final class Patiently {
  /** Far longer than any machine takes. */
  private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(5);

  private static final long STEP_NANOS = 1_000_000;

  private Patiently() {}

  /** Waits until a condition holds; fails if it never does. */
  static void await(Callable<Boolean> condition) throws Exception {
    await(condition, () -> {});
  }

  /** Collects garbage until a condition holds; fails if it never does. */
  static void collect(Callable<Boolean> condition) throws Exception {
    await(condition, System::gc);
  }

  private static void await(Callable<Boolean> condition, Runnable meanwhile) throws Exception {
    long start = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - start > LIMIT_NANOS) {
        throw new AssertionError(
            "waited in vain for " + TimeUnit.NANOSECONDS.toMinutes(LIMIT_NANOS) + " minutes");
      }
      meanwhile.run();
      LockSupport.parkNanos(STEP_NANOS);
    }
  }
}
