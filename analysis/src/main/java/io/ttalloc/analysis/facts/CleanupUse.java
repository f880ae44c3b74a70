package io.ttalloc.analysis.facts;

import io.ttalloc.ledger.read.Frame;

/**
 * What is known of a local variable that a heap dump has, in a frame inside a try statement:
 * whether it is one that the cleanup of the statement uses. A dump names no variables, so several
 * of a frame may be meant.
 *
 * @param frame where its method stood
 * @param used how many variables that the cleanup uses it may be
 * @param others how many of the others it may be
 */
public record CleanupUse(Frame frame, Answer answer, int used, int others) {
  /** Whether the cleanup uses a variable, from the least to the most useful answer. */
  public enum Answer {
    /** Another variable fits better, but it cannot be ruled out. */
    HARDLY,
    /** It fits one that is used, and others as well. */
    PERHAPS,
    /** It can be no other variable. */
    CERTAINLY
  }

  boolean isBetterThan(CleanupUse other) {
    return answer.compareTo(other.answer) > 0;
  }
}
