package io.ttalloc.analysis.growth;

import io.ttalloc.ledger.read.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cycles of a run, each ended by a mark. A resource belongs to the cycle in which it was
 * opened.
 */
public final class Cycles {
  /**
   * The number of consecutive cycles that must leave something open before this counts as growth.
   */
  private static final int GROWING_CYCLES = 3;

  /** The number of most recent cycles that are counted individually. */
  static final int MAX_CYCLES = 32;

  /**
   * The open resources of a type and stack at a mark.
   *
   * @param bytes negative if unknown
   */
  public record Open(long count, long bytes) {}

  /**
   * The resources of a finding that one cycle left open; {@code mark} ended the cycle.
   *
   * @param open the open resources of the type and stack when the cycle ended; null if they were
   *     not counted
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
   * opened before the oldest cycle that is counted individually are not counted.
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

    /** Whether each of the most recent cycles left something open. */
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

    /** Whether any of the most recent cycles left something open. */
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

  /** Whether each of the most recent cycles left something open. */
  public static boolean eachLeft(List<Growth> steps) {
    List<Growth> last = steps.subList(Math.max(0, steps.size() - 3), steps.size());
    return last.stream().allMatch(step -> step.count() > 0);
  }

  /** Whether all cycles left the same number of resources and bytes open. */
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
