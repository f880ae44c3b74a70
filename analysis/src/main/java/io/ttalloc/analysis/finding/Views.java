package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * Aliases that were all closed again. A live slot says whether it is an alias; of closed ones only
 * their tally still knows, so a tally counts as views if all that it opened were aliases and all of
 * them were closed.
 */
public final class Views {
  /** How many views. */
  public record Count(long opened, long closed) {}

  /** No views. */
  static final Count NONE = new Count(0, 0);

  private record Site(TypeEntry type, Opening opening, Count count) {}

  private final List<Site> sites = new ArrayList<>();

  private Views() {}

  /** The closed views of a ledger. */
  public static Views of(Facts facts) {
    Views views = new Views();
    for (TallyEntry tally : facts.tallies()) {
      boolean onlyViews = tally.aliases() > 0 && tally.aliases() == tally.opened();
      if (onlyViews && tally.closed() == tally.opened()) {
        Opening opening = facts.sites().read(tally.type(), tally.stack());
        views.sites.add(new Site(tally.type(), opening, new Count(tally.opened(), tally.closed())));
      }
    }
    return views;
  }

  /** All of them. */
  public Count all() {
    long opened = 0;
    long closed = 0;
    for (Site site : sites) {
      opened += site.count().opened();
      closed += site.count().closed();
    }
    return new Count(opened, closed);
  }

  /** Those of the same type that came through the same named site from the same callers. */
  Count openedWith(TypeEntry type, Opening opening) {
    long opened = 0;
    long closed = 0;
    for (Site site : sites) {
      if (site.type().name().equals(type.name()) && site.opening().sameSiteAndCallers(opening)) {
        opened += site.count().opened();
        closed += site.count().closed();
      }
    }
    return new Count(opened, closed);
  }
}
