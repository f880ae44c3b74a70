package io.ttalloc.ledger;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Waits for the thread that extends a ledger. */
final class Patience {
  private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final long STEP_NANOS = 100_000;

  private Patience() {}

  /**
   * Repeats an attempt whose result is 0 only because the file did not grow in time, which depends
   * on the machine. If the result is 0 for any other reason, it is returned.
   */
  static int retry(Supplier<Loss> whyNot, IntSupplier attempt) {
    int result = attempt.getAsInt();
    while (result == 0 && whyNot.get() == Loss.GREW_TOO_SLOWLY) {
      result = attempt.getAsInt();
    }
    return result;
  }

  /** Waits until a condition holds; fails after far more time than any machine needs. */
  static void await(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > LIMIT_NANOS) {
        throw new AssertionError(
            "waited in vain for " + TimeUnit.NANOSECONDS.toMinutes(LIMIT_NANOS) + " minutes");
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
  }
}
