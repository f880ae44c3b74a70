package io.ttalloc.monitor;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.baseline.RecordedReport;
import io.ttalloc.analysis.baseline.ReportFile;
import io.ttalloc.analysis.suppression.Suppression;
import io.ttalloc.analysis.suppression.SuppressionFile;
import io.ttalloc.yaml.Problem;
import io.ttalloc.yaml.YamlFile;
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
    List<Suppression> suppressions = new ArrayList<>();
    List<String> mistakes = new ArrayList<>();
    for (Path file : suppress) {
      SuppressionFile read = SuppressionFile.of(YamlFile.read(file, SuppressionFile.KIND));
      read.problems().forEach(problem -> mistakes.add(mistake(problem)));
      suppressions.addAll(read.suppressions());
    }
    RecordedReport known = null;
    if (baseline != null) {
      ReportFile read = ReportFile.read(baseline);
      if (read instanceof ReportFile.Refused refused) {
        mistakes.add(mistake(refused.problem()));
      } else {
        known = ((ReportFile.Read) read).report();
      }
    }
    if (!mistakes.isEmpty()) {
      mistakes.add("nothing was run");
      throw new CommandFailure(mistakes);
    }
    return AnalysisOptions.defaults()
        .suppressing(suppressions, LocalDate.now(ZoneOffset.UTC))
        .against(known);
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
