package io.ttalloc.testing;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Waits for what another thread or process does, with a limit. The limit is no claim about speed:
 * it is only below the two minutes after which a test is ended, so that the failure shows what was
 * awaited. May be called with or without a pending interrupt, which stays.
 */
public final class Await {
  private static final long LIMIT_SECONDS = 100;
  private static final long SHORTEST_PAUSE_NANOS = 100_000;
  private static final long LONGEST_PAUSE_NANOS = 20_000_000;

  private Await() {}

  /** Something that is not yet so. */
  @FunctionalInterface
  public interface Condition<E extends Exception> {
    /** Whether it is so by now. */
    boolean holds() throws E;
  }

  /** Waits until a condition holds; fails if it does not within {@value #LIMIT_SECONDS} seconds. */
  public static <E extends Exception> void until(Condition<E> condition) throws E {
    until(condition, () -> {}, () -> "");
  }

  /**
   * The same for a condition that a stack does not explain.
   *
   * @param found what there is instead, for the failure
   */
  public static <E extends Exception> void until(Condition<E> condition, Supplier<String> found)
      throws E {
    until(condition, () -> {}, found);
  }

  /** Collects garbage until a condition holds, with the same limit. */
  public static <E extends Exception> void collecting(Condition<E> condition) throws E {
    until(condition, System::gc, () -> "");
  }

  private static <E extends Exception> void until(
      Condition<E> condition, Runnable meanwhile, Supplier<String> found) throws E {
    long start = System.nanoTime();
    long pause = SHORTEST_PAUSE_NANOS;
    while (!condition.holds()) {
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
        throw new AssertionError(
            ("waited in vain for " + LIMIT_SECONDS + " seconds " + found.get()).strip());
      }
      meanwhile.run();
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }
}
