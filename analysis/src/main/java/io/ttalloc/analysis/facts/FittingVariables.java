package io.ttalloc.analysis.facts;

import io.ttalloc.analysis.facts.CleanupUse.Answer;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.GuardEntry;
import org.jspecify.annotations.Nullable;

/**
 * The variables of a frame in which an object may be. Of those that the cleanup uses and those that
 * it does not use, the ones that fit better are meant; if both fit equally well, it cannot be told.
 * Not thread-safe.
 */
final class FittingVariables {
  /** How well a variable fits an object, from the worst to the best. */
  enum Fit {
    NOT,
    /** The types of the object are not known well enough. */
    UNKNOWN,
    /** Anything fits. */
    ANYTHING,
    INTERFACE,
    CLASS
  }

  private @Nullable GuardEntry first;
  private Fit bestUsed = Fit.NOT;
  private Fit bestOther = Fit.NOT;
  private int used;
  private int others;

  void add(GuardEntry variable, boolean isUsed, Fit fit) {
    if (fit == Fit.NOT) {
      return;
    }
    if (isUsed) {
      first = first == null ? variable : first;
      bestUsed = bestUsed.compareTo(fit) < 0 ? fit : bestUsed;
      used++;
    } else {
      bestOther = bestOther.compareTo(fit) < 0 ? fit : bestOther;
      others++;
    }
  }

  /** A variable that the cleanup uses and that fits; null if there is none. */
  @Nullable GuardEntry first() {
    return first;
  }

  /** The answer for a frame of which any variable that is used fits. */
  CleanupUse use(Frame frame) {
    Answer answer = answer();
    // Without a line number it may stand elsewhere, where the cleanup has no part in it.
    boolean elsewhere = answer == Answer.CERTAINLY && frame.line() < 0;
    return new CleanupUse(frame, elsewhere ? Answer.PERHAPS : answer, used, others);
  }

  private Answer answer() {
    if (bestOther == Fit.CLASS && bestUsed != Fit.CLASS) {
      return Answer.HARDLY;
    }
    boolean known = bestUsed != Fit.UNKNOWN;
    return known && others == 0 ? Answer.CERTAINLY : Answer.PERHAPS;
  }
}
