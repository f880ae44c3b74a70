package io.ttalloc.it.packs;

import io.ttalloc.it.packs.ways.Way;
import java.util.Locale;

/**
 * How reports judge the resources opened in one way.
 *
 * @param opened the number of resources that are left open in any of the runs
 * @param found the number of these that the reports list with the right type and judgement
 * @param falseAlarms the number of resources that are wrongly reported as leaks: they were closed,
 *     are reported twice or under another type, or a policy says that they are not leaks
 */
public record WayScore(String pack, Way way, long opened, long found, long falseAlarms) {
  long notFound() {
    return opened - found;
  }

  /** Whether the result is as the pack promises. */
  public boolean isRight() {
    return falseAlarms == 0 && found == promised(way, opened);
  }

  /** The number of a way's open resources that the reports must list. */
  public static long promised(Way way, long opened) {
    return switch (way.facts().judged()) {
      case LEAK, LEAK_UNLESS_DROPPED, LEAK_OF_NOBODY, NO_LEAK -> opened;
      case NOT_FOUND -> 0;
    };
  }

  private String remark() {
    return switch (way.facts().judged()) {
      case LEAK, NOT_FOUND -> "";
      case LEAK_UNLESS_DROPPED -> " (no leak once dropped)";
      case LEAK_OF_NOBODY -> " (no own line)";
      case NO_LEAK -> " (no leak)";
    };
  }

  /** The row for the table of the paper. */
  public String row() {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %d | %d | %d | %d |",
        pack,
        way.facts().code(),
        String.join(", ", way.types()) + remark(),
        opened,
        found,
        notFound(),
        falseAlarms);
  }
}
