package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.TallyEntry;

/**
 * Sums over the whole ledger; caches are not counted.
 *
 * @param disowned how many of the closed were not closed: something else owns them now
 * @param regions regions of memory, on devices or in the process
 * @param handles handles that own a region
 * @param withoutBytes open resources that have no bytes: files, sockets, empty containers
 * @param addressed whether anything open has an address
 * @param hollow containers that were collected after all of their contents had been closed
 */
public record Totals(
    long opened,
    long closed,
    long disowned,
    long regions,
    long liveBytes,
    long handles,
    long handleBytes,
    long withoutBytes,
    long hollow,
    long dropped,
    long unattributedBytes,
    long vanishedBytes,
    boolean addressed) {

  /** The number of open regions of memory and of open resources without bytes. */
  public long live() {
    return SaturatedSum.of(regions, withoutBytes);
  }

  /** The sums of a ledger. */
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
    long unattributed = 0;
    long vanished = 0;
    for (DeviceRow row : facts.memory().rows()) {
      unattributed = SaturatedSum.of(unattributed, row.unattributedBytes());
      vanished = SaturatedSum.of(vanished, row.vanishedBytes());
    }
    return new Totals(
        opened,
        closed,
        disowned(facts),
        SaturatedSum.of(facts.memory().sum(Regions::count), foldedWithBytes),
        SaturatedSum.of(facts.memory().sum(Regions::liveBytes), foldedBytes),
        SaturatedSum.of(facts.memory().sum(Regions::handles), foldedWithBytes),
        SaturatedSum.of(facts.memory().sum(Regions::handleBytes), foldedBytes),
        SaturatedSum.of(facts.withoutBytes() + containers.judged(), folded),
        hollow,
        facts.image().dropped(),
        unattributed,
        vanished,
        facts.addressed());
  }

  private static long disowned(Facts facts) {
    long sum = 0;
    for (TallyEntry tally : facts.tallies()) {
      sum = SaturatedSum.of(sum, tally.type().holder() ? 0 : tally.closes().disowned());
    }
    return sum;
  }
}
