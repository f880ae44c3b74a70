package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.snapshot.Totals;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.wording.Escapes;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.analysis.wording.Program;
import io.ttalloc.ledger.read.ProcessEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The first lines: the verdict on the whole run, the process, and how far to trust it. */
final class TextHeader {
  private static final int MAX_COMMAND = 60;
  private static final int TYPES_NAMED = 4;

  private TextHeader() {}

  static void write(Report report, Lines lines) {
    Lines.Colour colour = report.leaks() > 0 ? Lines.Colour.BAD : Lines.Colour.GOOD;
    String process = report.isClean() ? "" : process(report);
    lines.line(colour, "tt-alloc: " + verdict(report) + process);
    if (!report.isClean() || !report.confidence().reasons().isEmpty()) {
      lines.line("confidence " + report.confidence().level() + ": " + reasons(report));
    }
  }

  /** The verdict on the whole run in one sentence, without the process. */
  static String verdict(Report report) {
    if (report.isClean()) {
      return clean(report);
    }
    if (report.leaks() > 0) {
      return leaks(Entry.leaks(report.findings()))
          + suppressed(report)
          + known(report)
          + misuse(report);
    }
    boolean judged = report.findings().stream().allMatch(f -> f.verdict() != Verdict.OPEN);
    return (judged ? "NO LEAK. " : "NOT JUDGED. ")
        + stillOpen(report)
        + suppressed(report)
        + misuse(report);
  }

  private static String clean(Report report) {
    Totals totals = report.totals();
    if (report.confidence().damaged()) {
      return "NOT JUDGED, the ledger is damaged. In what is left, " + openedAndClosed(totals);
    }
    String seen = report.confidence().reasons().isEmpty() ? "clean" : "clean as far as was seen";
    String hollow =
        totals.hollow() == 0
            ? ""
            : Numbers.counted(totals.hollow(), "empty container") + " collected, ";
    return seen + ". " + openedAndClosed(totals) + ", " + hollow + "Active allocations: 0";
  }

  /** {@code 2 LEAKS: 66 open, 952,320 B (48 buffers, 18 circular buffers), worst Ttnn.matmul}. */
  private static String leaks(List<Entry> leaks) {
    Map<String, Long> byType = new LinkedHashMap<>();
    long open = 0;
    long reclaimed = 0;
    long bytes = 0;
    for (Entry entry : leaks) {
      for (Finding finding : entry.findings()) {
        Finding.Amount amount = finding.amount();
        boolean gone = finding.verdict() == Verdict.RECLAIMED;
        reclaimed += gone ? amount.count() : 0;
        open += gone ? 0 : amount.count();
        bytes += amount.bytes() + amount.reclaimedBytes();
        byType.merge(Numbers.spoken(finding.type().name()), amount.count(), Long::sum);
      }
    }
    List<String> said = new ArrayList<>();
    if (open > 0) {
      said.add(Numbers.grouped(open) + " open");
    }
    if (reclaimed > 0) {
      said.add(Numbers.grouped(reclaimed) + " reclaimed");
    }
    if (bytes > 0) {
      said.add(Numbers.bytes(bytes));
    }
    return Numbers.grouped(leaks.size())
        + (leaks.size() == 1 ? " LEAK: " : " LEAKS: ")
        + String.join(", ", said)
        + " ("
        + types(byType)
        + (leaks.size() == 1 ? "), at " : "), worst ")
        + leaks.get(0).title();
  }

  private static String types(Map<String, Long> byType) {
    List<Map.Entry<String, Long>> types = new ArrayList<>(byType.entrySet());
    types.sort(Map.Entry.<String, Long>comparingByValue().reversed());
    List<String> named = new ArrayList<>();
    for (Map.Entry<String, Long> type : types.subList(0, Math.min(TYPES_NAMED, types.size()))) {
      named.add(Numbers.counted(type.getValue(), type.getKey()));
    }
    int more = types.size() - named.size();
    return String.join(", ", named)
        + (more > 0 ? " and " + Numbers.counted(more, "more type") : "");
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

  private static String suppressed(Report report) {
    long findings = report.suppressed();
    return findings == 0 ? "" : ", " + Numbers.grouped(findings) + " suppressed";
  }

  /** Which part of the leaks a baseline knows. */
  private static String known(Report report) {
    if (report.gone() == null || report.leaks() == 0) {
      return "";
    }
    long added = report.failures();
    return added == 0 ? ", all KNOWN" : ", " + Numbers.grouped(added) + " NEW";
  }

  private static String misuse(Report report) {
    int kinds = report.misuse().size();
    return kinds == 0 ? "" : ", and " + Numbers.counted(kinds, "misuse");
  }

  private static String process(Report report) {
    ProcessEntry process = report.process();
    return " (pid "
        + process.pid()
        + ", "
        + Escapes.shortened(Program.of(process.command()), MAX_COMMAND)
        + ", "
        + Numbers.duration(process.ageNanos())
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
    String said =
        reasons.isEmpty() ? "attached at start, 0 events dropped" : String.join("; ", reasons);
    boolean killed = report.process().ended() == ProcessEntry.Ended.KILLED;
    return killed ? said + "; killed, no final collection" : said;
  }
}
