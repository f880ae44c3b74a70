package io.ttalloc.analysis.decision;

import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The suppressions and the baseline of a project, read from their files.
 *
 * @param suppressions in the order of the files
 * @param baseline the findings of an earlier report, or null
 * @param problems the errors in the files; faulty files and entries are skipped
 */
public record Decisions(
    List<Suppression> suppressions, @Nullable RecordedReport baseline, List<Problem> problems) {
  /**
   * Reads the files; relative paths are resolved against the working directory.
   *
   * @param suppress suppression files
   * @param baseline a JSON report, or null
   */
  public static Decisions read(List<String> suppress, @Nullable String baseline) {
    List<Suppression> suppressions = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    for (String file : suppress) {
      SuppressionFile read = SuppressionFile.of(YamlFile.read(Path.of(file), SuppressionFile.KIND));
      problems.addAll(read.problems());
      suppressions.addAll(read.suppressions());
    }
    RecordedReport known = null;
    if (baseline != null) {
      ReportFile read = ReportFile.read(Path.of(baseline));
      if (read instanceof ReportFile.Refused refused) {
        problems.add(refused.problem());
      } else {
        known = ((ReportFile.Read) read).report();
      }
    }
    return new Decisions(List.copyOf(suppressions), known, List.copyOf(problems));
  }
}
