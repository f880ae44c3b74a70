package io.ttalloc.serve.notify;

import java.time.Duration;

/**
 * The number of attempts to send a notification, and the pauses between them. Immutable.
 *
 * @param attempts the maximum total number of attempts
 * @param first the pause after the first failure; each further pause is twice as long
 * @param most the longest pause
 * @param timeout the maximum time that a receiver may take to answer
 */
record Retries(int attempts, Duration first, Duration most, Duration timeout) {
  /** The default, which gives a receiver two minutes to restart. */
  static final Retries DEFAULT =
      new Retries(8, Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofSeconds(10));

  /** Returns the pause after the given number of failures, which must be at least 1. */
  Duration pause(int failures) {
    Duration pause = first;
    for (int i = 1; i < failures && pause.compareTo(most) < 0; i++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(most) < 0 ? pause : most;
  }
}
