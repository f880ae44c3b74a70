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
 * Reads suppressions and a baseline. Unlike in the agent, a mistake in one is an error, since
 * nothing has been done yet.
 */
public final class DecisionFiles {
  private DecisionFiles() {}

  /**
   * The options of an analysis today with these decisions.
   *
   * @param undone what has not been done if there is a mistake, such as {@code nothing was run}
   * @throws CommandFailure if there is a mistake in them; names all
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
   * A report in JSON: its findings, and where each was opened.
   *
   * @throws CommandFailure if it is not one
   */
  public static ReportFile.Read report(Path file) {
    ReportFile read = ReportFile.read(file);
    if (read instanceof ReportFile.Refused refused) {
      throw new CommandFailure(mistake(refused.problem()));
    }
    return (ReportFile.Read) read;
  }

  /** The problem without its consequence, which is that for an agent. */
  private static String mistake(Problem problem) {
    return problem.position() + ": " + problem.found() + ", expected " + problem.expected();
  }
}
