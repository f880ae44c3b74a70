package io.ttalloc.analysis.report;

import io.ttalloc.analysis.fold.ReferenceCounts;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes the calls that last changed the reference counts of a finding's resources. */
public final class ReferenceText {
  private ReferenceText() {}

  /**
   * Returns the lines by label ({@code retained} and {@code released}), each such as {@code at
   * Loader.read(Loader.java:42) by thread "worker-3", 2.1 s before the process ended; before that
   * at ...}; empty if no count ever changed.
   */
  public static Map<String, String> of(ReferenceCounts counts) {
    Map<String, String> lines = new LinkedHashMap<>();
    add(lines, "retained", counts.retains(), counts.retained(), counts.atExit());
    add(lines, "released", counts.releases(), counts.released(), counts.atExit());
    return lines;
  }

  private static void add(
      Map<String, String> lines,
      String label,
      List<ReferenceCounts.Change> changes,
      long all,
      boolean atExit) {
    if (changes.isEmpty()) {
      return;
    }
    StringBuilder text = new StringBuilder();
    for (ReferenceCounts.Change change : changes) {
      text.append(text.length() == 0 ? "" : "; before that ").append(one(change, atExit));
    }
    long others = all - changes.size();
    lines.put(
        label,
        text
            + (others > 0 ? "; and " + Numbers.counted(others, "more time") + " before that" : ""));
  }

  private static String one(ReferenceCounts.Change change, boolean atExit) {
    return (change.frame() == null ? "" : "at " + JavaNames.shortFrame(change.frame()) + " ")
        + "by thread \""
        + change.thread()
        + "\", "
        + Numbers.duration(change.agoNanos())
        + (atExit ? " before the process ended" : " before the report");
  }
}
