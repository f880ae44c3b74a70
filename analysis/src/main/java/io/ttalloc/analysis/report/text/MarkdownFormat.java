package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Markdown for the job summary of a continuous integration system: a table with a row for each
 * leak, and below it the details of each leak, collapsed. Stays far below the size limit of such
 * summaries, one megabyte.
 */
public final class MarkdownFormat extends ReportFormat {
  private static final int MAX_ROWS = 100;
  private static final int MAX_DETAILS = 20;

  /**
   * Starts and ends a code block. Lines that tt-alloc writes start with a label or with spaces, so
   * none of them can end the block.
   */
  private static final String FENCE = "~~~~";

  public MarkdownFormat() {
    super("markdown", ".md");
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    out.write(toText(report).getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static String toText(Report report) {
    StringBuilder text = new StringBuilder("### tt-alloc: ");
    Headline headline = Headline.of(report);
    text.append(headline.badge()).append("\n\n").append(escaped(headline.says())).append('\n');
    List<ReportEntry> leaks =
        report.entries().stream().filter(entry -> entry.group().leak()).toList();
    if (leaks.isEmpty()) {
      return text.toString();
    }
    text.append("\n| | what | opened at | verdict |\n|---|---|---|---|\n");
    for (int i = 0; i < Math.min(MAX_ROWS, leaks.size()); i++) {
      ReportEntry leak = leaks.get(i);
      text.append("| ").append(i + 1).append(" | ").append(escaped(ShortTable.whatOf(leak)));
      text.append(" | `").append(code(LeakText.line(leak.rows().get(0).sum())));
      text.append("` | ").append(escaped(leak.group().name())).append(" |\n");
    }
    more(leaks.size() - MAX_ROWS, text);
    for (int i = 0; i < Math.min(MAX_DETAILS, leaks.size()); i++) {
      details(leaks.get(i), i + 1, report.history().marks().size(), text);
    }
    return text.toString();
  }

  private static void more(int left, StringBuilder text) {
    if (left > 0) {
      text.append("\nand ").append(Numbers.counted(left, "more leak")).append('\n');
    }
  }

  private static void details(ReportEntry leak, int number, int cycles, StringBuilder text) {
    List<String> lines = new ShortEntry(leak, cycles).lines(number);
    text.append("\n<details><summary>").append(html(lines.get(0).strip()));
    text.append("</summary>\n\n").append(FENCE).append('\n');
    for (String line : lines.subList(1, lines.size())) {
      text.append(VisibleText.of(line.substring(ShortEntry.INDENT.length()))).append('\n');
    }
    text.append(FENCE).append("\n\n</details>\n");
  }

  private static String code(String text) {
    return VisibleText.of(text).replace('`', '\'').replace('\\', '/').replace("|", "\\|");
  }

  private static String html(String text) {
    return VisibleText.of(text).replace("&", "&amp;").replace("<", "&lt;");
  }

  /** Escapes names, since they come from the application and must not act as markup. */
  private static String escaped(String text) {
    return html(text).replaceAll("([\\\\`*_\\[\\]|~])", "\\\\$1");
  }
}
