package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.wording.Numbers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The report that a person reads at exit. */
public final class TextFormat implements ReportFormat {
  private final boolean coloured;

  /** {@code coloured}: with colours for a terminal. */
  public TextFormat(boolean coloured) {
    this.coloured = coloured;
  }

  @Override
  public String name() {
    return "text";
  }

  @Override
  public String suffix() {
    return ".txt";
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    out.write(toText(report).getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  String toText(Report report) {
    Lines lines = new Lines(coloured);
    TextHeader.write(report, lines);
    if (report.isClean()) {
      return lines.toString();
    }
    DeviceTable.write(report.devices(), lines);
    FindingsText.write(report, lines);
    MisuseText.write(report, lines);
    SummaryText.write(report, lines);
    lines.line("Active allocations: " + active(report));
    lines.line("more: ./tt-alloc dump " + report.process().pid() + " --format json");
    return lines.toString();
  }

  private static String active(Report report) {
    long regions = report.totals().regions();
    long handles = report.totals().handles();
    long things = report.totals().things();
    long lost = 0;
    for (Finding finding : report.findings()) {
      lost += finding.verdict() == Verdict.LOST ? finding.amount().count() : 0;
    }
    if (lost > 0) {
      String reachable = Numbers.grouped(Math.max(0, handles + things - lost));
      String inRegions = regions == 0 ? "" : ", " + Numbers.counted(regions, "region");
      return reachable + " reachable, " + Numbers.grouped(lost) + " lost" + inRegions;
    }
    if (regions + handles == 0) {
      return Numbers.grouped(things);
    }
    String memory =
        Numbers.counted(regions, "region") + " (" + Numbers.counted(handles, "handle") + ")";
    return things == 0 ? memory : memory + " and " + Numbers.grouped(things) + " without bytes";
  }
}
