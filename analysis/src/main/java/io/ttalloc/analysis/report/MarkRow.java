package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.growth.Cycles;
import io.ttalloc.ledger.read.Mark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mark, and the resources that were left open by the cycle that ended at the mark.
 *
 * @param residentBytes the resident memory of the process at the mark; null if unknown
 * @param left the resources that were opened in the cycle and are still open; null for an old cycle
 *     that is no longer counted individually
 */
public record MarkRow(Mark mark, @Nullable Long residentBytes, @Nullable Left left) {

  /**
   * Resources that a cycle left open.
   *
   * @param bytes the bytes summed over all handles
   * @param unsized the number of resources of types without bytes
   */
  public record Left(long count, long bytes, long unsized) {
    private static final Left NOTHING = new Left(0, 0, 0);

    Left plus(Cycles.Growth step, boolean sized) {
      return new Left(
          count + step.count(), bytes + step.bytes(), sized ? unsized : unsized + step.count());
    }
  }

  /** Returns the marks of a report in chronological order. */
  static List<MarkRow> of(List<Mark> marks, List<Finding> findings) {
    int known = 0;
    for (Finding finding : findings) {
      known = Math.max(known, finding.explanation().growth().size());
    }
    Left[] left = new Left[known];
    Arrays.fill(left, Left.NOTHING);
    for (Finding finding : findings) {
      // Each list ends with the latest cycle, so the lists are aligned at their ends.
      int shift = known - finding.explanation().growth().size();
      for (int i = shift; i < known; i++) {
        Cycles.Growth step = finding.explanation().growth().get(i - shift);
        left[i] = left[i].plus(step, finding.type().hasBytes());
      }
    }
    // If nothing at all is open, no cycle has left anything.
    int undistinguished = known == 0 ? 0 : marks.size() - known;
    List<MarkRow> rows = new ArrayList<>(marks.size());
    for (int i = 0; i < marks.size(); i++) {
      Mark mark = marks.get(i);
      rows.add(
          new MarkRow(
              mark,
              mark.hasResident() ? mark.residentBytes() : null,
              i < undistinguished ? null : known == 0 ? Left.NOTHING : left[i - undistinguished]));
    }
    return rows;
  }
}
