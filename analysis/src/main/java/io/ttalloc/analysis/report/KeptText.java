package io.ttalloc.analysis.report;

import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.analysis.fold.KeptBy;
import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Puts into words what keeps resources reachable. */
public final class KeptText {
  private static final int PATHS_NAMED = 3;

  private KeptText() {}

  /**
   * Returns a line for each of the first paths, with the telling link in braces: {@code 98 of 100
   * by static Registry.LISTENERS -> {ArrayList[*]}}.
   *
   * @param count the number of the finding's resources
   */
  public static List<String> of(KeptBy kept, long count) {
    List<String> lines = new ArrayList<>();
    String when =
        kept.earlierNanos() == 0
            ? ""
            : " when the heap was dumped, "
                + Numbers.duration(kept.earlierNanos())
                + " before the report";
    long listed = 0;
    for (HolderPath path : kept.paths().subList(0, Math.min(PATHS_NAMED, kept.paths().size()))) {
      lines.add(share(path.count(), count) + "by " + path.marked() + when);
      listed += path.count();
    }
    if (kept.known() > listed) {
      lines.add(Numbers.grouped(kept.known() - listed) + " in other ways");
    }
    if (kept.known() > 0 && kept.known() < count) {
      lines.add(
          "the heap dump does not show what refers to "
              + Numbers.grouped(count - kept.known())
              + " of them");
    }
    return lines;
  }

  private static String share(long part, long all) {
    return part == all ? "" : Numbers.grouped(part) + " of " + Numbers.grouped(all) + " ";
  }
}
