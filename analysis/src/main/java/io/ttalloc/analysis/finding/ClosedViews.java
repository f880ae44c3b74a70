package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts closed views. Only a slot says whether its resource is a view, and closed resources have
 * no slots. So a tally counts only if all of its resources were views and have been closed.
 */
public final class ClosedViews {
  public record Count(long opened, long closed) {
    public Count plus(Count other) {
      return new Count(opened + other.opened, closed + other.closed);
    }
  }

  static final Count NONE = new Count(0, 0);

  private record Site(TypeEntry type, Opening opening, Count count) {}

  private final List<Site> sites = new ArrayList<>();

  private ClosedViews() {}

  /** The closed views of a ledger. */
  public static ClosedViews of(Facts facts) {
    ClosedViews views = new ClosedViews();
    for (TallyEntry tally : facts.tallies()) {
      boolean onlyViews =
          tally.openings().aliases() > 0 && tally.openings().aliases() == tally.opened();
      if (onlyViews && tally.closed() == tally.opened()) {
        Opening opening = facts.sites().read(tally.type(), tally.stack());
        views.sites.add(new Site(tally.type(), opening, new Count(tally.opened(), tally.closed())));
      }
    }
    return views;
  }

  public Count all() {
    long opened = 0;
    long closed = 0;
    for (Site site : sites) {
      opened += site.count().opened();
      closed += site.count().closed();
    }
    return new Count(opened, closed);
  }

  /**
   * Returns the number of views of a type that were opened through the same named site by the same
   * callers.
   */
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
