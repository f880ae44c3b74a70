package io.ttalloc.it.packs;

import java.util.Locale;

/**
 * What reports say of what one way has opened.
 *
 * @param opened what it has left open in the runs that close nothing
 * @param found what the reports have of it, with its type, and judged as it is to be
 * @param falseAlarms what the reports accuse besides: of that which was closed, twice, as another
 *     type or though a policy says that it is no leak
 */
record WayScore(String pack, Way way, long opened, long found, long falseAlarms) {
  long notFound() {
    return opened - found;
  }

  /** Whether it is what the pack promises. */
  boolean isRight() {
    return falseAlarms == 0 && found == (way.judged() == Way.Judged.NOT_FOUND ? 0 : opened);
  }

  /** Its row in the paper. */
  String row() {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %d | %d | %d | %d |",
        pack,
        way.code(),
        way.judged() == Way.Judged.NO_LEAK ? way.type() + " (no leak)" : way.type(),
        opened,
        found,
        notFound(),
        falseAlarms);
  }
}
