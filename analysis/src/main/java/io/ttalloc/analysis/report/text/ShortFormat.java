package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.PolicyText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.ShellWords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The report that a user reads at exit: first a table of the leaks and unjudged entries with the
 * lines of code that opened them, then a few lines for each of these until the screen is full, and
 * finally the counts of all other findings.
 *
 * <p>If devices have memory, the full report is written instead, since users then need to see what
 * is in the memory banks and which cache holds it.
 */
public final class ShortFormat extends ReportFormat {
  /** The number of lines of a screen. */
  private static final int SCREEN = 60;

  /**
   * The number of lines that are reserved after the leaks for the counts of other findings and for
   * the commands that show more.
   */
  private static final int TAIL = 5;

  private static final int MAX_LISTED = 20;
  private static final int MAX_POLICY_LINES = 5;

  private final TextFormat whole;
  private final boolean coloured;
  private final boolean unasked;

  /**
   * Creates the short text format.
   *
   * @param coloured whether to use the colours of a terminal
   * @param unasked whether the user did not request the report, so that a clean report is a single
   *     line even if infrastructure is open
   */
  public ShortFormat(boolean coloured, boolean unasked) {
    super("text", ".txt");
    whole = new TextFormat(coloured, unasked);
    this.coloured = coloured;
    this.unasked = unasked;
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    out.write(toText(report).getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private String toText(Report report) {
    boolean isLine = report.isClean() && (unasked || report.findings().isEmpty());
    if (isLine || !report.memory().devices().isEmpty()) {
      return whole.toText(report);
    }
    Lines lines = new Lines(coloured);
    HeaderText.write(report, true, lines);
    List<ReportEntry> listed = new ArrayList<>();
    List<ReportEntry> others = new ArrayList<>();
    for (ReportEntry entry : report.entries()) {
      boolean open = entry.group().leak() || entry.group().isNotJudged();
      (open && listed.size() < MAX_LISTED ? listed : others).add(entry);
    }
    ShortTable.write(listed, others, lines);
    confidence(report, lines);
    entries(listed, report.history().marks().size(), lines);
    MisuseText.writeShort(report, lines);
    lines.paragraph(first(PolicyText.suppressions(report)));
    lines.paragraph(first(PolicyText.baseline(report)));
    List<String> end = NotListedText.of(others);
    end.addAll(NotListedText.threads(report));
    String ledger = report.command().ledger();
    // The ledger of a clean run is deleted, so no command can show more.
    if (!ledger.isEmpty() && !report.isClean()) {
      String dump = report.command().launcher() + " dump " + ShellWords.quoted(ledger);
      end.add("more: " + dump + " --all");
      end.add("page: " + dump + " -o leaks.html");
    }
    lines.paragraph(end);
    return lines.toString();
  }

  /**
   * Writes the confidence of the report: a single reason on the line of the confidence, several
   * reasons on lines of their own.
   */
  private static void confidence(Report report, Lines lines) {
    List<String> reasons = Headline.reasonsOfTrust(report);
    String level = "confidence " + report.confidence().level() + ":";
    if (reasons.size() == 1) {
      lines.line(level + " " + reasons.get(0));
      return;
    }
    lines.line(level);
    for (String reason : reasons) {
      lines.line("  " + reason);
    }
  }

  /**
   * Writes the first entry, and as many further entries as fit on the screen. The table above has a
   * line for each entry.
   */
  private static void entries(List<ReportEntry> listed, int cycles, Lines lines) {
    for (int i = 0; i < listed.size(); i++) {
      List<String> block = new ShortEntry(listed.get(i), cycles).lines(i + 1);
      if (i > 0 && lines.count() + 1 + block.size() > SCREEN - TAIL) {
        lines.blank();
        lines.line("and " + Numbers.counted(listed.size() - i, "more entry") + ", as listed above");
        return;
      }
      lines.blank();
      boolean leak = listed.get(i).group().leak();
      lines.line(leak ? Lines.Colour.BAD : Lines.Colour.NOTE, block.get(0));
      for (String line : block.subList(1, block.size())) {
        lines.line(line);
      }
    }
  }

  private static List<String> first(List<String> all) {
    if (all.size() <= MAX_POLICY_LINES) {
      return all;
    }
    List<String> first = new ArrayList<>(all.subList(0, MAX_POLICY_LINES));
    first.add("  and " + Numbers.grouped(all.size() - MAX_POLICY_LINES) + " more");
    return first;
  }
}
