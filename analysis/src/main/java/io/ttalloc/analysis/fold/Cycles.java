package io.ttalloc.analysis.fold;

import io.ttalloc.ledger.read.Mark;
import java.util.ArrayList;
import java.util.List;

/** The cycles that marks end. When something was opened tells to which one it belongs. */
public final class Cycles {
  /** So many of the latest cycles are distinguished. */
  static final int MAX_CYCLES = 32;

  /** What one cycle left open of a finding; {@code mark} ended the cycle. */
  public record Growth(String mark, long count, long bytes) {}

  private final List<Mark> marks;
  private final long foldedUntilNanos;
  private final int growingCycles;

  /** {@code growingCycles}: how many cycles in a row must leave something open for growth. */
  public Cycles(List<Mark> all, int growingCycles) {
    int folded = Math.max(0, all.size() - MAX_CYCLES);
    marks = all.subList(folded, all.size());
    foldedUntilNanos = folded == 0 ? Long.MIN_VALUE : all.get(folded - 1).atNanos();
    this.growingCycles = growingCycles;
  }

  /**
   * Counts per cycle; the last element is for what was opened after the last mark. What was opened
   * before the cycles that are distinguished is not counted.
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

    List<Growth> steps() {
      List<Growth> steps = new ArrayList<>();
      for (int i = 0; i < marks.size(); i++) {
        steps.add(new Growth(marks.get(i).name(), counts[i], bytes[i]));
      }
      return steps;
    }
  }

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
