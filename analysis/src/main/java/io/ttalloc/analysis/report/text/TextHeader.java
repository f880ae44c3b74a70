package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.snapshot.Totals;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.wording.Escapes;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.analysis.wording.Program;
import io.ttalloc.ledger.read.ProcessEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The first lines: the verdict on the whole run, the process, and how far to trust it. */
final class TextHeader {
  private static final int MAX_COMMAND = 60;
  private static final int LEAKS_NAMED = 3;

  private TextHeader() {}

  static void write(Report report, Lines lines) {
    if (report.isClean()) {
      lines.line(Lines.Colour.GOOD, clean(report));
    } else if (report.leaks() > 0) {
      lines.line(Lines.Colour.BAD, "tt-alloc: " + leaks(report) + misuse(report) + process(report));
    } else {
      String open = stillOpen(report) + misuse(report);
      lines.line(Lines.Colour.GOOD, "tt-alloc: NO LEAK. " + open + process(report));
    }
    if (!report.isClean() || !report.confidence().reasons().isEmpty()) {
      lines.line("confidence " + report.confidence().level() + ": " + reasons(report));
    }
  }

  private static String clean(Report report) {
    Totals totals = report.totals();
    String seen = report.confidence().reasons().isEmpty() ? "clean" : "clean as far as was seen";
    String hollow =
        totals.hollow() == 0
            ? ""
            : Numbers.counted(totals.hollow(), "empty container") + " collected, ";
    return "tt-alloc: "
        + seen
        + ". "
        + openedAndClosed(totals)
        + ", "
        + hollow
        + "Active allocations: 0";
  }

  private static String leaks(Report report) {
    List<String> named = new ArrayList<>();
    for (Finding finding : report.findings()) {
      if (finding.leak() && named.size() < LEAKS_NAMED) {
        named.add(what(finding));
      }
    }
    long leaks = report.leaks();
    long more = leaks - named.size();
    return Numbers.grouped(leaks)
        + (leaks == 1 ? " LEAK: " : " LEAKS: ")
        + String.join(", ", named)
        + (more > 0 ? " and " + Numbers.grouped(more) + " more" : "");
  }

  private static String what(Finding finding) {
    String things =
        Numbers.counted(finding.amount().count(), Numbers.spoken(finding.type().name()));
    boolean reclaimed = finding.verdict() == Verdict.RECLAIMED;
    long bytes = reclaimed ? finding.amount().reclaimedBytes() : finding.amount().bytes();
    String amount = bytes == 0 ? things : Numbers.bytes(bytes) + " in " + things;
    return reclaimed ? amount + " reclaimed" : amount;
  }

  private static String stillOpen(Report report) {
    if (report.findings().isEmpty()) {
      return "Nothing open";
    }
    Set<Verdict> verdicts = EnumSet.noneOf(Verdict.class);
    long count = 0;
    for (Finding finding : report.findings()) {
      verdicts.add(finding.verdict());
      count += finding.amount().count();
    }
    long bytes = report.totals().liveBytes();
    String open = bytes > 0 ? Numbers.bytes(bytes) : Numbers.counted(count, "resource");
    List<String> names = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      names.add(verdict.name());
    }
    return open + " still open, " + (names.size() == 1 ? "all " : "") + String.join(", ", names);
  }

  private static String misuse(Report report) {
    int kinds = report.misuse().size();
    return kinds == 0 ? "" : ", but " + Numbers.counted(kinds, "misuse");
  }

  private static String process(Report report) {
    ProcessEntry process = report.process();
    long sinceStart = Duration.between(process.startedAt(), process.clockBase()).toNanos();
    return " (pid "
        + process.pid()
        + ", "
        + Escapes.shortened(Program.of(process.command()), MAX_COMMAND)
        + ", "
        + Numbers.duration(Math.max(0, sinceStart + process.readAtNanos()))
        + ", "
        + process.ended().name().toLowerCase(Locale.ROOT)
        + "; "
        + openedAndClosed(report.totals())
        + ")";
  }

  private static String openedAndClosed(Totals totals) {
    return Numbers.grouped(totals.opened())
        + " opened, "
        + Numbers.grouped(totals.closed())
        + " closed";
  }

  private static String reasons(Report report) {
    List<String> reasons = report.confidence().reasons();
    return reasons.isEmpty() ? "attached at start, 0 events dropped" : String.join("; ", reasons);
  }
}
