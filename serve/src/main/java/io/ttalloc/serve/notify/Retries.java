package io.ttalloc.serve.notify;

import java.time.Duration;

/**
 * How often, and after how long, one notification is sent again. Immutable.
 *
 * @param attempts how often at most in all
 * @param first the pause after the first failure; each further one is twice as long
 * @param most the longest pause
 * @param timeout how long a receiver may take to answer
 */
record Retries(int attempts, Duration first, Duration most, Duration timeout) {
  /** Two minutes in which a receiver may restart. */
  static final Retries DEFAULT =
      new Retries(8, Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofSeconds(10));

  /** The pause after so many failures, at least one. */
  Duration pause(int failures) {
    Duration pause = first;
    for (int i = 1; i < failures && pause.compareTo(most) < 0; i++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(most) < 0 ? pause : most;
  }
}
