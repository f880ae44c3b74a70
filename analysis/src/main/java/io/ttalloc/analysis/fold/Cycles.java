package io.ttalloc.analysis.fold;

import io.ttalloc.ledger.read.Mark;
import java.util.ArrayList;
import java.util.List;

/** The cycles that marks end: when something was opened tells in which one it was. */
public final class Cycles {
  /** Only so many of the latest cycles are told apart. */
  static final int MAX_CYCLES = 32;

  private final List<Mark> marks;
  private final long foldedUntilNanos;
  private final int growingCycles;

  /** {@code growingCycles}: how many cycles in a row make growth. */
  public Cycles(List<Mark> all, int growingCycles) {
    int folded = Math.max(0, all.size() - MAX_CYCLES);
    marks = all.subList(folded, all.size());
    foldedUntilNanos = folded == 0 ? Long.MIN_VALUE : all.get(folded - 1).atNanos();
    this.growingCycles = growingCycles;
  }

  /**
   * Counts of one finding per cycle; the last element is what came after the last mark. What came
   * in cycles before those that are told apart is in none.
   */
  public final class Counts {
    private final long[] counts = new long[marks.size() + 1];
    private final long[] bytes = new long[marks.size() + 1];

    void add(long openedNanos, long openedBytes) {
      if (openedNanos <= foldedUntilNanos) {
        return;
      }
      int cycle = cycleOf(openedNanos);
      counts[cycle]++;
      bytes[cycle] += openedBytes;
    }

    /** Whether each of the last cycles left something open. */
    boolean isGrowing() {
      if (marks.size() < growingCycles) {
        return false;
      }
      for (int i = marks.size() - growingCycles; i < marks.size(); i++) {
        if (counts[i] == 0) {
          return false;
        }
      }
      return true;
    }

    /** Whether any of the last cycles left something open. */
    boolean isRecent() {
      for (int i = Math.max(0, marks.size() - growingCycles); i < marks.size(); i++) {
        if (counts[i] > 0) {
          return true;
        }
      }
      return false;
    }

    List<GrowthStep> steps() {
      List<GrowthStep> steps = new ArrayList<>();
      for (int i = 0; i < marks.size(); i++) {
        steps.add(new GrowthStep(marks.get(i).name(), counts[i], bytes[i]));
      }
      return steps;
    }
  }

  /** New counts, all zero. */
  public Counts counts() {
    return new Counts();
  }

  private int cycleOf(long openedNanos) {
    int low = 0;
    int high = marks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (marks.get(middle).atNanos() < openedNanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
