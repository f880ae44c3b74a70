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
   * @throws CommandFailure one of them is not as it should be
   */
  static AnalysisOptions read(List<Path> suppress, @Nullable Path baseline) {
    List<Suppression> suppressions = new ArrayList<>();
    for (Path file : suppress) {
      SuppressionFile read = SuppressionFile.of(YamlFile.read(file, SuppressionFile.KIND));
      for (Problem problem : read.problems()) {
        throw failure(problem);
      }
      suppressions.addAll(read.suppressions());
    }
    return AnalysisOptions.defaults()
        .suppressing(suppressions, LocalDate.now(ZoneOffset.UTC))
        .against(baseline == null ? null : report(baseline));
  }

  /**
   * The findings of a report in JSON.
   *
   * @throws CommandFailure it is none
   */
  static RecordedReport report(Path file) {
    ReportFile read = ReportFile.read(file);
    if (read instanceof ReportFile.Refused refused) {
      throw failure(refused.problem());
    }
    return ((ReportFile.Read) read).report();
  }

  private static CommandFailure failure(Problem problem) {
    return new CommandFailure(
        problem.position() + ": " + problem.found() + ", expected " + problem.expected());
  }
}
