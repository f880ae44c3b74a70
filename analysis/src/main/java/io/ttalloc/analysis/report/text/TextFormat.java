package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.wording.Escapes;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.ProcessEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

  /** The verdict on the whole run in one sentence, as every report for people begins. */
  public static String headline(Report report) {
    return TextHeader.verdict(report);
  }

  /** How many entries the findings make: those of one call and one owner are one. */
  public static long entries(Report report) {
    return Entry.groups(report.findings()).values().stream().mapToLong(List::size).sum();
  }

  /** What became of suppressions and how the findings stand against a baseline; may be empty. */
  public static List<String> policy(Report report) {
    Lines lines = new Lines(false);
    SuppressionsText.write(report.suppressions(), lines);
    BaselineText.write(report, lines);
    return lines.toString().lines().filter(line -> !line.isBlank()).toList();
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
    SuppressionsText.write(report.suppressions(), lines);
    BaselineText.write(report, lines);
    MarksText.write(report, lines);
    SummaryText.write(report, lines);
    lines.line("Active allocations: " + active(report));
    containers(report.containers(), lines);
    if (!report.ledger().isEmpty()) {
      String ledger = Escapes.quoted(report.ledger());
      lines.line("more: ./tt-alloc dump " + ledger + " --format json");
    }
    return lines.toString();
  }

  /** What is left of the difference between opened and closed. */
  private static void containers(Map<String, Long> containers, Lines lines) {
    if (containers.isEmpty()) {
      return;
    }
    long count = 0;
    List<String> named = new ArrayList<>();
    for (Map.Entry<String, Long> type : containers.entrySet()) {
      count += type.getValue();
      named.add(Numbers.counted(type.getValue(), type.getKey()));
    }
    lines.line(
        Numbers.counted(count, "container")
            + " ("
            + String.join(", ", named)
            + (count == 1 ? ") goes with them" : ") go with them"));
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
      String inRegions =
          !report.totals().addressed() ? "" : ", " + Numbers.counted(regions, "region");
      boolean exit = report.process().ended() == ProcessEntry.Ended.EXIT;
      return reachable
          + (exit ? " reachable, " : " open, ")
          + Numbers.grouped(lost)
          + " lost"
          + inRegions;
    }
    if (!report.totals().addressed()) {
      return Numbers.grouped(handles + things);
    }
    String memory =
        Numbers.counted(regions, "region") + " (" + Numbers.counted(handles, "handle") + ")";
    return things == 0 ? memory : memory + " and " + Numbers.grouped(things) + " without bytes";
  }
}
