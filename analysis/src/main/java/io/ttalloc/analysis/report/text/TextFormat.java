package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.report.Exclusions;
import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.PolicyText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.ShellWords;
import io.ttalloc.text.TypeNames;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The full report as text. {@link ShortFormat} is what a user reads at exit. */
public final class TextFormat extends ReportFormat {
  private final boolean coloured;
  private final boolean unasked;

  /**
   * Creates the text format.
   *
   * @param coloured whether to use the colours of a terminal
   * @param unasked whether the user did not request the report, so that a clean report is a single
   *     line even if infrastructure is open
   */
  public TextFormat(boolean coloured, boolean unasked) {
    super("text", ".txt");
    this.coloured = coloured;
    this.unasked = unasked;
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    out.write(toText(report).getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  String toText(Report report) {
    Lines lines = new Lines(coloured);
    boolean details = !report.isClean() || (!unasked && !report.findings().isEmpty());
    HeaderText.write(report, details, lines);
    if (details || !report.confidence().doubts().isEmpty()) {
      lines.line("confidence " + report.confidence().level() + ": " + Headline.trust(report));
    }
    if (!details) {
      return lines.toString();
    }
    OverviewText.write(report, lines);
    DeviceTable.write(report.memory().devices(), lines);
    FindingsText.write(report, lines);
    MisuseText.write(report, lines);
    lines.paragraph(PolicyText.suppressions(report));
    lines.paragraph(PolicyText.baseline(report));
    MarksText.write(report, lines);
    excluded(Exclusions.of(report), lines);
    LifetimesText.write(report.history().lifetimes(), lines);
    lines.blank();
    lines.line("Active allocations: " + active(report));
    containers(report.unlisted().containers(), lines);
    NotListedText.threads(report).forEach(lines::line);
    // The ledger of a clean run is deleted, so no command can show more.
    if (!report.command().ledger().isEmpty() && !report.isClean()) {
      String ledger = ShellWords.quoted(report.command().ledger());
      lines.line("more: " + report.command().launcher() + " dump " + ledger + " --format json");
    }
    return lines.toString();
  }

  private static void excluded(Map<String, String> sentences, Lines lines) {
    if (!sentences.isEmpty()) {
      lines.blank();
      lines.line("excluded");
      sentences.forEach((name, said) -> lines.line("  " + Lines.padded(name, 19) + said));
    }
  }

  /**
   * Writes the open containers, which account for the rest of the difference between opened and
   * closed resources.
   */
  private static void containers(Map<String, Long> containers, Lines lines) {
    if (containers.isEmpty()) {
      return;
    }
    long count = 0;
    List<String> named = new ArrayList<>();
    for (Map.Entry<String, Long> type : containers.entrySet()) {
      count += type.getValue();
      named.add(TypeNames.countedSpoken(type.getValue(), type.getKey()));
    }
    lines.line(
        Numbers.counted(count, "container")
            + (count == 1
                ? " that owns or holds them is also open ("
                : " that own or hold them are also open (")
            + String.join(", ", named)
            + ")");
  }

  private static String active(Report report) {
    if (report.isClean()) {
      return Headline.activeIfClean(report);
    }
    long regions = report.totals().use().regions();
    long handles = report.totals().use().handles();
    long withoutBytes = report.totals().withoutBytes();
    long lost =
        report.findings().stream()
            .filter(finding -> finding.verdict() == Verdicts.LOST)
            .mapToLong(finding -> finding.amount().count())
            .sum();
    if (lost > 0) {
      long open = handles + withoutBytes;
      String inRegions =
          !report.totals().addressed() ? "" : ", " + Numbers.counted(regions, "region");
      boolean exit = report.process().ended() == ProcessEntry.Ended.EXIT;
      return exit
          ? Numbers.grouped(Math.max(0, open - lost))
              + " reachable, "
              + Numbers.grouped(lost)
              + " lost"
              + inRegions
          : Numbers.grouped(open) + " (" + Numbers.grouped(lost) + " of them lost)" + inRegions;
    }
    return Headline.active(report.totals().addressed(), regions, handles, withoutBytes);
  }
}
