package io.ttalloc.analysis.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Two reports held against each other, fingerprint by fingerprint.
 *
 * @param rows by change, in each the most bytes first
 */
public record Comparison(List<Row> rows) {

  /** What happened from the first report to the second. */
  public enum Change {
    /** Only the second has it. */
    NEW,
    /** More resources or more bytes, whatever happened to the other. */
    GROWN,
    /** Fewer resources or bytes, and more of neither. */
    SHRUNK,
    /** Only the first has it. */
    GONE,
    /** As many resources and bytes. */
    UNCHANGED
  }

  /** One fingerprint; at least one of both is there. */
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

    /** The newer of both, for what is the same in both. */
    public RecordedFinding either() {
      RecordedFinding there = after != null ? after : before;
      if (there == null) {
        throw new IllegalStateException("a row of nothing");
      }
      return there;
    }
  }

  /** Compares. */
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

  /** How many rows have a change. */
  public long count(Change change) {
    return rows.stream().filter(row -> row.change() == change).count();
  }
}
