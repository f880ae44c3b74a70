package io.ttalloc.analysis.decision;

import io.ttalloc.yaml.Problem;
import io.ttalloc.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the files of a team say about findings.
 *
 * @param suppressions in the order of the files
 * @param baseline what an earlier report knows, or null without one
 * @param problems what is wrong with the files and was left out of the others
 */
public record Decisions(
    List<Suppression> suppressions, @Nullable RecordedReport baseline, List<Problem> problems) {
  /**
   * Reads files; relative names are relative to the working directory.
   *
   * @param suppress suppression files
   * @param baseline a report in JSON, or null
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
