package io.ttalloc.testing;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Waits until another thread or process has done something. The time limit is not a performance
 * requirement: it is just below the two minutes after which JUnit ends a test, so that a failure
 * shows which condition was awaited. A pending interrupt does not end a wait, and is not lost.
 */
public final class Await {
  private static final long LIMIT_SECONDS = 100;
  private static final long MIN_PAUSE_NANOS = 100_000;
  private static final long MAX_PAUSE_NANOS = 20_000_000;

  private Await() {}

  /** A condition that is expected to become true. */
  @FunctionalInterface
  public interface Condition<E extends Exception> {
    boolean holds() throws E;
  }

  /** Waits until a condition holds; fails after {@value #LIMIT_SECONDS} seconds. */
  public static <E extends Exception> void until(Condition<E> condition) throws E {
    until(condition, () -> {}, () -> "");
  }

  /**
   * Waits until a condition holds; fails after {@value #LIMIT_SECONDS} seconds.
   *
   * @param state the text to add to the failure message
   */
  public static <E extends Exception> void until(Condition<E> condition, Supplier<String> state)
      throws E {
    until(condition, () -> {}, state);
  }

  /**
   * Runs the garbage collector until a condition holds; fails after {@value #LIMIT_SECONDS}
   * seconds.
   */
  public static <E extends Exception> void collecting(Condition<E> condition) throws E {
    until(condition, System::gc, () -> "");
  }

  private static <E extends Exception> void until(
      Condition<E> condition, Runnable meanwhile, Supplier<String> state) throws E {
    long start = System.nanoTime();
    long pause = MIN_PAUSE_NANOS;
    while (!condition.holds()) {
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
        throw new AssertionError(
            ("still waiting after " + LIMIT_SECONDS + " seconds " + state.get()).strip());
      }
      meanwhile.run();
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
    }
  }
}
