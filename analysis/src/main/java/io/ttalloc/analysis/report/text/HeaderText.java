package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.ProgramName;
import java.util.Locale;

/** Writes the verdict on a whole run, and the process to which it applies. */
final class HeaderText {
  private static final int MAX_COMMAND = 60;

  private HeaderText() {}

  /**
   * Writes the headline.
   *
   * @param details whether more text follows; if not, the headline does not name the process
   */
  static void write(Report report, boolean details, Lines lines) {
    Lines.Colour colour = report.leaks() > 0 ? Lines.Colour.BAD : Lines.Colour.GOOD;
    String process = details ? process(report) : "";
    lines.line(colour, "tt-alloc: " + Headline.of(report).text() + process);
  }

  private static String process(Report report) {
    ProcessEntry process = report.process();
    return " ("
        + (process.pid() == ProcessEntry.SEVERAL ? "" : "pid " + process.pid() + ", ")
        + ProgramName.shortened(ProgramName.of(process.command()), MAX_COMMAND)
        + ", "
        + state(process)
        + (report.isClean() ? "" : "; " + Headline.openedAndClosed(report.totals()))
        + ")";
  }

  /**
   * Returns the state of the process. For a killed process, the text says only when the process was
   * last seen running, since no ledger records when it was killed.
   */
  private static String state(ProcessEntry process) {
    String age = Numbers.duration(process.ageNanos());
    return process.ended() == ProcessEntry.Ended.KILLED
        ? "killed, last seen running after " + age
        : age + ", " + process.ended().name().toLowerCase(Locale.ROOT);
  }
}
