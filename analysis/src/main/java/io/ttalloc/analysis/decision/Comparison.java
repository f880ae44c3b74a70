package io.ttalloc.analysis.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two reports, fingerprint by fingerprint.
 *
 * @param rows sorted by kind of change, then by descending bytes
 */
public record Comparison(List<Row> rows) {

  /** How a fingerprint changed from the first report to the second. */
  public enum Change {
    /** Only in the second report. */
    NEW,
    /** More resources or more bytes. */
    GROWN,
    /** Fewer resources or fewer bytes, but not more of either. */
    SHRUNK,
    /** Only in the first report. */
    GONE,
    /** The same number of resources and bytes. */
    UNCHANGED
  }

  /** One fingerprint; at least one of {@code before} and {@code after} is not null. */
  public record Row(
      Change change, @Nullable RecordedFinding before, @Nullable RecordedFinding after) {

    static Row of(@Nullable RecordedFinding before, @Nullable RecordedFinding after) {
      if (before == null || after == null) {
        return new Row(before == null ? Change.NEW : Change.GONE, before, after);
      }
      if (after.count() > before.count() || after.bytes() > before.bytes()) {
        return new Row(Change.GROWN, before, after);
      }
      boolean same = after.count() == before.count() && after.bytes() == before.bytes();
      return new Row(same ? Change.UNCHANGED : Change.SHRUNK, before, after);
    }

    /**
     * The newer finding, or the older one if there is no newer. For properties that both findings
     * share.
     */
    public RecordedFinding either() {
      RecordedFinding there = after != null ? after : before;
      if (there == null) {
        throw new IllegalStateException("the row has neither a newer nor an older finding");
      }
      return there;
    }
  }

  public static Comparison of(RecordedReport before, RecordedReport after) {
    Set<String> fingerprints = new LinkedHashSet<>(after.byFingerprint().keySet());
    fingerprints.addAll(before.byFingerprint().keySet());
    List<Row> rows = new ArrayList<>();
    for (String fingerprint : fingerprints) {
      rows.add(
          Row.of(before.byFingerprint().get(fingerprint), after.byFingerprint().get(fingerprint)));
    }
    rows.sort(
        Comparator.comparing(Row::change)
            .thenComparing(row -> row.either().bytes(), Comparator.reverseOrder())
            .thenComparing(row -> row.either().count(), Comparator.reverseOrder())
            .thenComparing(row -> row.either().fingerprint()));
    return new Comparison(List.copyOf(rows));
  }

  /**
   * Returns the number of fingerprints of leaks in the second report that are leaks neither in the
   * first nor in the baseline.
   *
   * @param baseline an earlier report, or null
   */
  public long newLeaks(@Nullable RecordedReport baseline) {
    return rows.stream().filter(row -> leaksAnew(row, baseline)).count();
  }

  private static boolean leaksAnew(Row row, @Nullable RecordedReport baseline) {
    RecordedFinding after = row.after();
    if (after == null || !after.leak() || (row.before() != null && row.before().leak())) {
      return false;
    }
    RecordedFinding known =
        baseline == null ? null : baseline.byFingerprint().get(after.fingerprint());
    return known == null || !known.leak();
  }

  public long count(Change change) {
    return rows.stream().filter(row -> row.change() == change).count();
  }
}
