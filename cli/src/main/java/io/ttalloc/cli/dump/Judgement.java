package io.ttalloc.cli.dump;

import io.ttalloc.analysis.report.DoubtText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.ProgramName;
import io.ttalloc.text.VisibleText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a report makes a command fail.
 *
 * @param process the name of the process in messages
 * @param failures the number of leaks that are neither in the baseline nor suppressed
 * @param doubt why a leak may have been missed, including what was expected; null if none can have
 *     been missed
 */
public record Judgement(String process, long failures, @Nullable String doubt) {
  private static final int MAX_PROGRAM_LENGTH = 60;

  public static Judgement of(Report report) {
    ProcessEntry process = report.process();
    String program = VisibleText.of(ProgramName.of(process.command()));
    return new Judgement(
        "pid " + process.pid() + " (" + ProgramName.shortened(program, MAX_PROGRAM_LENGTH) + ")",
        report.failures(),
        doubt(report));
  }

  private static @Nullable String doubt(Report report) {
    List<String> unseen = DoubtText.of(report.confidence().unseen());
    return switch (report.process().ended()) {
      case RUNNING -> "is still running, expected a normal exit";
      case KILLED -> "was killed, expected a normal exit";
      case DETACHED -> "was not tracked to the end, because tracking was ended by detach";
      case EXIT ->
          unseen.isEmpty()
              ? undecided(report)
              : "was not tracked completely (%s), so leaks may have been missed"
                  .formatted(String.join("; ", unseen));
    };
  }

  private static @Nullable String undecided(Report report) {
    long undecided = report.undecidedFailures();
    return undecided == 0
        ? null
        : "has %s, expected none".formatted(Numbers.counted(undecided, "undecided entry"));
  }

  /**
   * Returns the exit status of a command that fails if there is a leak; 0 if there is none.
   *
   * @throws CommandFailure if no leak is known, but one may have been missed
   */
  public int status() {
    if (failures == 0 && doubt != null) {
      throw new CommandFailure(
          "no judgement: " + process + " " + doubt, PolicyOptions.NO_JUDGEMENT);
    }
    return failures == 0 ? 0 : PolicyOptions.LEAK;
  }
}
