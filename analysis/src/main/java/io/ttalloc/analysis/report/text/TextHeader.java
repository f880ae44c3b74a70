package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.analysis.wording.ProgramName;
import io.ttalloc.ledger.read.ProcessEntry;
import java.util.Locale;

/** The first lines: the verdict on the whole run, the process, and how far to trust it. */
final class TextHeader {
  private static final int MAX_COMMAND = 60;

  private TextHeader() {}

  static void write(Report report, Lines lines) {
    Lines.Colour colour = report.leaks() > 0 ? Lines.Colour.BAD : Lines.Colour.GOOD;
    String process = report.isClean() ? "" : process(report);
    lines.line(colour, "tt-alloc: " + Headline.of(report) + process);
    if (!report.isClean() || !report.confidence().reasons().isEmpty()) {
      lines.line("confidence " + report.confidence().level() + ": " + Headline.trust(report));
    }
  }

  private static String process(Report report) {
    ProcessEntry process = report.process();
    return " (pid "
        + process.pid()
        + ", "
        + ProgramName.shortened(ProgramName.of(process.command()), MAX_COMMAND)
        + ", "
        + Numbers.duration(process.ageNanos())
        + ", "
        + process.ended().name().toLowerCase(Locale.ROOT)
        + "; "
        + Headline.openedAndClosed(report.totals())
        + ")";
  }
}
