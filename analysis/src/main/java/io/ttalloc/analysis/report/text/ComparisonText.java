package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.decision.Comparison;
import io.ttalloc.analysis.decision.Comparison.Change;
import io.ttalloc.analysis.decision.Comparison.Row;
import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A comparison as human-readable text: a summary, and a line for each fingerprint. */
public final class ComparisonText {
  private ComparisonText() {}

  /**
   * Writes a comparison.
   *
   * @param before the name of the first report
   * @param after the name of the second report
   */
  public static String of(Comparison comparison, String before, String after) {
    StringBuilder text = new StringBuilder("tt-alloc: ");
    text.append(summary(comparison)).append(" (").append(VisibleText.of(before));
    text.append(" -> ").append(VisibleText.of(after)).append(")\n");
    for (Row row : comparison.rows()) {
      text.append(VisibleText.of(line(row))).append('\n');
    }
    return text.toString();
  }

  /** The numbers of findings that are new, grown, and so on. */
  public static String summary(Comparison comparison) {
    if (comparison.rows().isEmpty()) {
      return "unchanged: no findings in either report";
    }
    List<String> said = new ArrayList<>();
    for (Change change : Change.values()) {
      long count = comparison.count(change);
      if (count > 0) {
        said.add(Numbers.grouped(count) + " " + change.name().toLowerCase(Locale.ROOT));
      }
    }
    return String.join(", ", said);
  }

  private static String line(Row row) {
    return "  " + row.change() + " ".repeat(11 - row.change().name().length()) + text(row);
  }

  /** Returns the open resources of a fingerprint and how they changed. */
  public static String text(Row row) {
    RecordedFinding before = row.before();
    RecordedFinding after = row.after();
    if (before == null || after == null) {
      return row.either().toText() + (row.either().leak() ? ", a leak" : "");
    }
    String leak = after.leak() && !before.leak() ? ", now a leak" : "";
    String noLeak = before.leak() && !after.leak() ? ", no longer a leak" : "";
    if (row.change() == Change.UNCHANGED) {
      return after.toText() + leak + noLeak;
    }
    return after.toText()
        + "; "
        + difference(after.count() - before.count())
        + (after.bytes() == before.bytes()
            ? ""
            : ", " + difference(after.bytes() - before.bytes()) + " B")
        + leak
        + noLeak;
  }

  private static String difference(long number) {
    return (number < 0 ? "" : "+") + Numbers.grouped(number);
  }
}
