package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.GrowthStep;
import io.ttalloc.ledger.read.Mark;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mark with what the cycle that it ends has left.
 *
 * @param residentBytes what the process occupied of the machine's memory; null if nobody said
 * @param leftBytes what was opened in the cycle and is still open, by handle; null for a cycle so
 *     long ago that it is not told apart
 */
public record MarkRow(Mark mark, @Nullable Long residentBytes, @Nullable Long leftBytes) {

  /** The marks of a report, in the order of time. */
  static List<MarkRow> of(List<Mark> marks, List<Finding> findings) {
    int known = 0;
    for (Finding finding : findings) {
      known = Math.max(known, finding.growth().size());
    }
    long[] left = new long[known];
    for (Finding finding : findings) {
      // Each finding tells of the latest cycles, so they agree at the end.
      int shift = known - finding.growth().size();
      for (int i = shift; i < known; i++) {
        GrowthStep step = finding.growth().get(i - shift);
        left[i] += step.bytes();
      }
    }
    // Where nothing at all is open, no cycle has left anything.
    int untold = known == 0 ? 0 : marks.size() - known;
    List<MarkRow> rows = new ArrayList<>(marks.size());
    for (int i = 0; i < marks.size(); i++) {
      Mark mark = marks.get(i);
      rows.add(
          new MarkRow(
              mark,
              mark.hasResident() ? mark.residentBytes() : null,
              i < untold ? null : (Long) (known == 0 ? 0 : left[i - untold])));
    }
    return rows;
  }
}
