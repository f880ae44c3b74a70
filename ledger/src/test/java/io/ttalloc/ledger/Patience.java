package io.ttalloc.ledger;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Waits that a test needs because a ledger grows in a thread of its own. */
final class Patience {
  private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final long STEP_NANOS = 100_000;

  private Patience() {}

  /**
   * Repeats what gave 0 only because the file did not grow in time: that depends on the machine. A
   * 0 for any other reason is the result.
   */
  static int retry(Supplier<Loss> whyNot, IntSupplier attempt) {
    int result = attempt.getAsInt();
    while (result == 0 && whyNot.get() == Loss.GREW_TOO_SLOWLY) {
      result = attempt.getAsInt();
    }
    return result;
  }

  /** Waits until a condition holds; fails if it does not for far longer than any machine takes. */
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
