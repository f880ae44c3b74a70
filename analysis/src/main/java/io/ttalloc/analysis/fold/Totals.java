package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.analysis.memory.MemoryUse;
import io.ttalloc.analysis.memory.Unexplained;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.TallyEntry;

/**
 * Sums over the whole ledger, not counting caches.
 *
 * @param disowned the number of closed resources that were in fact disowned: something else owns
 *     them now
 * @param withoutBytes the number of open resources without bytes: files, sockets, empty containers
 * @param hollow the number of containers that were collected after their contents had been closed
 * @param addressed whether any open resource has an address
 */
public record Totals(
    long opened,
    long closed,
    long disowned,
    MemoryUse use,
    long withoutBytes,
    long hollow,
    long dropped,
    Unexplained unexplained,
    boolean addressed) {

  /** The number of open memory regions and of open resources without bytes. */
  public long live() {
    return SaturatedSum.of(use.regions(), withoutBytes);
  }

  /** The number of open handles of memory and of open resources without bytes. */
  public long handles() {
    return SaturatedSum.of(use.handles(), withoutBytes);
  }

  /** Returns the sum of the totals of two ledgers. */
  public Totals plus(Totals other) {
    return new Totals(
        SaturatedSum.of(opened, other.opened),
        SaturatedSum.of(closed, other.closed),
        SaturatedSum.of(disowned, other.disowned),
        use.plus(other.use),
        SaturatedSum.of(withoutBytes, other.withoutBytes),
        SaturatedSum.of(hollow, other.hollow),
        SaturatedSum.of(dropped, other.dropped),
        unexplained.plus(other.unexplained),
        addressed || other.addressed);
  }

  /** Returns the totals of a ledger. */
  public static Totals of(Facts facts, Containers containers) {
    long opened = 0;
    long closed = 0;
    long hollow = containers.hollow();
    long folded = 0;
    long foldedWithBytes = 0;
    long foldedBytes = 0;
    for (TallyEntry tally : facts.tallies()) {
      if (!tally.type().holder()) {
        opened = SaturatedSum.of(opened, tally.opened());
        closed = SaturatedSum.of(closed, tally.closed());
        hollow = SaturatedSum.of(hollow, tally.losses().hollow());
        boolean hasBytes = tally.type().hasBytes();
        folded = SaturatedSum.of(folded, hasBytes ? 0 : tally.losses().folded());
        foldedWithBytes = SaturatedSum.of(foldedWithBytes, hasBytes ? tally.losses().folded() : 0);
        foldedBytes = SaturatedSum.of(foldedBytes, tally.losses().foldedBytes());
      }
    }
    Unexplained unexplained = Unexplained.NOTHING;
    for (DeviceRow row : facts.memory().rows()) {
      unexplained = unexplained.plus(row.unexplained());
    }
    return new Totals(
        opened,
        closed,
        disowned(facts),
        facts
            .memory()
            .use()
            .plus(new MemoryUse(foldedWithBytes, foldedBytes, foldedWithBytes, foldedBytes)),
        SaturatedSum.of(facts.slots().withoutBytes() + containers.judged(), folded),
        hollow,
        facts.image().dropped(),
        unexplained,
        facts.slots().addressed());
  }

  private static long disowned(Facts facts) {
    long sum = 0;
    for (TallyEntry tally : facts.tallies()) {
      sum = SaturatedSum.of(sum, tally.type().holder() ? 0 : tally.closes().disowned());
    }
    return sum;
  }
}
