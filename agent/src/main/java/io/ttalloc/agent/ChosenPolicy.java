package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Policy;
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

/**
 * What the options want to be made of findings. Read when the JVM starts, so that what is wrong
 * with a file is told at once and nothing has to be read while the process ends.
 */
final class ChosenPolicy {
  private final List<Suppression> suppressions;
  private final @Nullable RecordedReport baseline;

  private ChosenPolicy(List<Suppression> suppressions, @Nullable RecordedReport baseline) {
    this.suppressions = suppressions;
    this.baseline = baseline;
  }

  static ChosenPolicy of(Policy policy) {
    List<Suppression> suppressions = new ArrayList<>();
    for (String file : policy.suppress()) {
      SuppressionFile read = SuppressionFile.of(YamlFile.read(Path.of(file), SuppressionFile.KIND));
      for (Problem problem : read.problems()) {
        Console.line(problem.line());
      }
      suppressions.addAll(read.suppressions());
    }
    return new ChosenPolicy(
        suppressions, policy.baseline() == null ? null : baseline(policy.baseline()));
  }

  private static @Nullable RecordedReport baseline(String file) {
    ReportFile read = ReportFile.read(Path.of(file));
    if (read instanceof ReportFile.Refused refused) {
      Console.line(refused.problem().line());
      return null;
    }
    return ((ReportFile.Read) read).report();
  }

  /** For an analysis now; days are those of UTC, the same for every machine of a build. */
  AnalysisOptions analysisOptions() {
    return AnalysisOptions.defaults()
        .suppressing(suppressions, LocalDate.now(ZoneOffset.UTC))
        .against(baseline);
  }
}
