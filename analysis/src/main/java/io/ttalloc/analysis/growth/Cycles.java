package io.ttalloc.analysis.growth;

import io.ttalloc.ledger.read.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cycles that marks end. A resource belongs to the cycle in which it was opened. */
public final class Cycles {
  /** The number of cycles in a row that must leave something open for growth. */
  private static final int GROWING_CYCLES = 3;

  /** The number of latest cycles that are distinguished. */
  static final int MAX_CYCLES = 32;

  /**
   * What was open of a type and stack at a mark.
   *
   * @param bytes less than 0 if unknown
   */
  public record Open(long count, long bytes) {}

  /**
   * What one cycle left open of a finding; {@code mark} ended the cycle.
   *
   * @param open what was open of the type and stack when it ended; null if that was not counted
   */
  public record Growth(String mark, long count, long bytes, @Nullable Open open) {}

  private final List<Mark> marks;
  private final long foldedUntilNanos;

  public Cycles(List<Mark> all) {
    int folded = Math.max(0, all.size() - MAX_CYCLES);
    marks = all.subList(folded, all.size());
    foldedUntilNanos = folded == 0 ? Long.MIN_VALUE : all.get(folded - 1).atNanos();
  }

  /**
   * Counts per cycle; the last element counts resources opened after the last mark. Resources
   * opened before the cycles that are distinguished are not counted.
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
      if (marks.size() < GROWING_CYCLES) {
        return false;
      }
      for (int i = marks.size() - GROWING_CYCLES; i < marks.size(); i++) {
        if (counts[i] == 0) {
          return false;
        }
      }
      return true;
    }

    /** Whether any of the last cycles left something open. */
    boolean isRecent() {
      for (int i = Math.max(0, marks.size() - GROWING_CYCLES); i < marks.size(); i++) {
        if (counts[i] > 0) {
          return true;
        }
      }
      return false;
    }

    List<Growth> steps(Map<Long, Open> openAtMarks) {
      List<Growth> steps = new ArrayList<>();
      for (int i = 0; i < marks.size(); i++) {
        Mark mark = marks.get(i);
        Open open = openAtMarks.get(mark.atNanos());
        steps.add(new Growth(mark.name(), counts[i], bytes[i], open));
      }
      return steps;
    }
  }

  public Counts counts() {
    return new Counts();
  }

  /** Whether each of the last cycles left something. */
  public static boolean eachLeft(List<Growth> steps) {
    List<Growth> last = steps.subList(Math.max(0, steps.size() - 3), steps.size());
    return last.stream().allMatch(step -> step.count() > 0);
  }

  /** Whether all cycles left the same. */
  static boolean allLeftTheSame(List<Growth> steps) {
    return steps.stream().map(Growth::count).distinct().count() == 1
        && steps.stream().map(Growth::bytes).distinct().count() == 1;
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
