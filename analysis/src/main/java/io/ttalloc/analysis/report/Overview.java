package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.TypeNames;
import java.util.ArrayList;
import java.util.List;

/**
 * An overview of a long report: the worst entries under each heading, with their numbers in the
 * report.
 *
 * @param headings the first headings, in the order of the report
 * @param more the number of entries under other headings
 */
public record Overview(List<Heading> headings, int more) {
  private static final int HEADINGS = 5;
  private static final int ENTRIES = 3;

  /**
   * The first entries under one heading.
   *
   * @param more the number of other entries under the heading
   */
  public record Heading(ReportEntry.Group group, List<Line> lines, int more) {}

  /**
   * One entry.
   *
   * @param what the call by the user's own code
   * @param amount the number and type of the resources, and their bytes if they have any
   * @param place the line of the user's own code; empty if it is unknown
   */
  public record Line(int number, String what, String amount, String place) {}

  /** Returns the overview of a report. */
  public static Overview of(Report report) {
    List<Heading> headings = new ArrayList<>();
    int number = 0;
    int more = 0;
    for (List<ReportEntry> entries : ReportEntry.byHeading(report.entries()).values()) {
      if (headings.size() == HEADINGS) {
        more += entries.size();
        continue;
      }
      List<Line> lines = new ArrayList<>();
      for (ReportEntry entry : entries.subList(0, Math.min(ENTRIES, entries.size()))) {
        lines.add(line(number + lines.size() + 1, entry));
      }
      number += entries.size();
      headings.add(new Heading(entries.get(0).group(), lines, entries.size() - lines.size()));
    }
    return new Overview(headings, more);
  }

  private static Line line(int number, ReportEntry entry) {
    Finding worst = entry.rows().get(0).sum();
    Frame yours = worst.opening().yourFrame() < 0 ? null : worst.opening().yours();
    String place = yours == null ? "" : JavaNames.source(yours);
    // The title of a call without a name contains the line already.
    String what = place.equals(entry.heading().source()) ? entry.heading().call() : entry.title();
    return new Line(number, what, amount(entry), place);
  }

  private static String amount(ReportEntry entry) {
    Finding worst = entry.rows().get(0).sum();
    long others = entry.count() - worst.amount().count();
    String counted = TypeNames.counted(worst.amount().count(), worst.type().name());
    String more = others == 0 ? "" : " and " + Numbers.grouped(others) + " more";
    return counted + more + (entry.bytes() == 0 ? "" : ", " + Numbers.bytes(entry.bytes()));
  }
}
