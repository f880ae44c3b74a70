package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.StatisticsEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ledger against the last thing that the allocators said. Missing statistics prove nothing.
 *
 * <p>What is live now and was opened before the sampling was live then, so an allocator that held
 * less proves that a block went back without a close.
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

  Reconciliation(List<StatisticsEntry> lastRound, Collection<Regions> regions) {
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
    for (Compared one : compared) {
      if (one.said().allocatedBytes() == 0
          && covers(one.said(), place)
          && openedNanos <= one.said().atNanos()) {
        return one.said();
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
