package io.ttalloc.monitor;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.decision.Decisions;
import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.analysis.decision.ReportFile;
import io.ttalloc.yaml.Problem;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads suppressions and a baseline; here a mistake in one is an error, nothing runs yet. */
final class DecisionFiles {
  private DecisionFiles() {}

  /**
   * What an analysis on this day is to make of them.
   *
   * @throws CommandFailure they are not as they should be; names every mistake
   */
  static AnalysisOptions read(List<Path> suppress, @Nullable Path baseline) {
    Decisions decisions =
        Decisions.read(
            suppress.stream().map(Path::toString).toList(),
            baseline == null ? null : baseline.toString());
    if (!decisions.problems().isEmpty()) {
      List<String> mistakes = new ArrayList<>();
      decisions.problems().forEach(problem -> mistakes.add(mistake(problem)));
      mistakes.add("nothing was run");
      throw new CommandFailure(mistakes);
    }
    return AnalysisOptions.defaults()
        .suppressing(decisions.suppressions(), LocalDate.now(ZoneOffset.UTC))
        .against(decisions.baseline());
  }

  /**
   * The findings of a report in JSON.
   *
   * @throws CommandFailure it is none
   */
  static RecordedReport report(Path file) {
    ReportFile read = ReportFile.read(file);
    if (read instanceof ReportFile.Refused refused) {
      throw new CommandFailure(mistake(refused.problem()));
    }
    return ((ReportFile.Read) read).report();
  }

  /** Without the consequence that it has for an agent. */
  private static String mistake(Problem problem) {
    return problem.position() + ": " + problem.found() + ", expected " + problem.expected();
  }
}
