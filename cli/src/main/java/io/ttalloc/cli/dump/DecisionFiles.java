package io.ttalloc.cli.dump;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.decision.Decisions;
import io.ttalloc.analysis.decision.ReportFile;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.text.yaml.Problem;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads suppressions and a baseline. Unlike in the agent, a mistake in one of these files is an
 * error, because the command has not done anything yet.
 */
public final class DecisionFiles {
  private DecisionFiles() {}

  /**
   * Returns the analysis options with these suppressions and this baseline, as of today.
   *
   * @param undone a clause for messages that says what was not done because of the mistake, such as
   *     {@code nothing was run}
   * @throws CommandFailure if there are mistakes in the files; the message names all of them
   */
  public static AnalysisOptions read(List<Path> suppress, @Nullable Path baseline, String undone) {
    Decisions decisions =
        Decisions.read(
            suppress.stream().map(Path::toString).toList(),
            baseline == null ? null : baseline.toString());
    if (!decisions.problems().isEmpty()) {
      List<String> mistakes = new ArrayList<>();
      decisions.problems().forEach(problem -> mistakes.add(mistake(problem)));
      mistakes.add(undone);
      throw new CommandFailure(mistakes);
    }
    return AnalysisOptions.defaults()
        .suppressing(decisions.suppressions(), LocalDate.now(ZoneOffset.UTC))
        .against(decisions.baseline());
  }

  /**
   * Reads a JSON report: its findings, and their opening stacks.
   *
   * @throws CommandFailure if the file is not a JSON report
   */
  public static ReportFile.Read report(Path file) {
    ReportFile read = ReportFile.read(file);
    if (read instanceof ReportFile.Refused refused) {
      throw new CommandFailure(mistake(refused.problem()));
    }
    return (ReportFile.Read) read;
  }

  /** Returns the problem without its consequence, which applies only to the agent. */
  private static String mistake(Problem problem) {
    return problem.position() + ": " + problem.found() + ", expected " + problem.expected();
  }
}
