package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.StatisticsEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ledger against what the allocators said. Missing statistics prove nothing.
 *
 * <p>What is live now and was opened before a sampling was live then, so an allocator that held
 * less proves that a block went back without a close. The last sampling is what sums are compared
 * with; that nothing was held is a proof whenever it was said, since an allocator is gone once its
 * session is, and says nothing any more.
 */
public final class Reconciliation {
  /** One answer of the allocator and what the ledger has in the same place. */
  record Compared(StatisticsEntry said, long ledgerBytes, long earlierBytes) {
    long unattributedBytes() {
      return Math.max(0, said.allocatedBytes() - ledgerBytes);
    }

    long vanishedBytes() {
      return Math.max(0, earlierBytes - said.allocatedBytes());
    }
  }

  private final List<Compared> compared = new ArrayList<>();

  /** The latest answer of each place that nothing was held there. */
  private final Map<Place, StatisticsEntry> empty = new HashMap<>();

  Reconciliation(
      List<StatisticsEntry> all, List<StatisticsEntry> lastRound, Collection<Regions> regions) {
    for (StatisticsEntry said : all) {
      if (said.allocatedBytes() == 0) {
        Place place = new Place(said.session(), said.device(), said.space());
        empty.merge(place, said, (a, b) -> a.atNanos() < b.atNanos() ? b : a);
      }
    }
    for (StatisticsEntry said : lastRound) {
      long ledger = 0;
      long earlier = 0;
      for (Regions there : regions) {
        if (covers(said, there.place())) {
          ledger += there.liveBytes();
          earlier += Math.max(0, there.liveBytes() - there.lateBytes());
        }
      }
      compared.add(new Compared(said, ledger, earlier));
    }
  }

  /** The entries of the last sampling. */
  static List<StatisticsEntry> lastRound(List<StatisticsEntry> all) {
    int last = Integer.MIN_VALUE;
    for (StatisticsEntry entry : all) {
      last = Math.max(last, entry.round());
    }
    List<StatisticsEntry> round = new ArrayList<>();
    for (StatisticsEntry entry : all) {
      if (entry.round() == last) {
        round.add(entry);
      }
    }
    return round;
  }

  List<Compared> compared() {
    return compared;
  }

  /**
   * The answer that proves that nothing opened in this place until {@code openedNanos} is still
   * allocated, or null if none does.
   */
  public @Nullable StatisticsEntry provesEmpty(Place place, long openedNanos) {
    if (empty.isEmpty()) {
      return null;
    }
    // An allocator may speak of a space or a session, or of all of them together.
    for (String session : new @Nullable String[] {place.session(), null}) {
      for (String space : new @Nullable String[] {place.space(), null}) {
        StatisticsEntry said = empty.get(new Place(session, place.device(), space));
        if (said != null && openedNanos <= said.atNanos()) {
          return said;
        }
      }
    }
    return null;
  }

  /** Whether there is any answer of an allocator. */
  public boolean isKnown() {
    return !compared.isEmpty();
  }

  private static boolean covers(StatisticsEntry said, Place place) {
    return said.device() == place.device()
        && (said.session() == null || said.session().equals(place.session()))
        && (said.space() == null || said.space().equals(place.space()));
  }
}
