package io.ttalloc.analysis.snapshot;

import io.ttalloc.analysis.stack.Sites;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.StatisticsEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds a {@link Snapshot}: one pass over the slots, then sorting and summing. */
final class SnapshotBuilder {
  private final LedgerImage image;
  private final Tallies tallies;
  private final OwnerTree owners;
  private final Map<Place, Regions> places = new LinkedHashMap<>();
  private final List<StatisticsEntry> lastRound;
  private final long sampledNanos;
  private long things;

  SnapshotBuilder(LedgerImage image) {
    this.image = image;
    tallies = new Tallies(image);
    owners = OwnerTree.of(image, tallies);
    lastRound = Reconciliation.lastRound(image.statistics());
    long sampled = Long.MAX_VALUE;
    for (StatisticsEntry entry : lastRound) {
      sampled = Math.min(sampled, entry.atNanos());
    }
    sampledNanos = sampled;
  }

  Snapshot build() throws IOException {
    image.forEachSlot(this::fold);
    owners.markOwnersOfContainers();
    long hollow = 0;
    for (Owner owner : owners.all()) {
      Standing standing = Standing.of(owner.slot(), owner.type(), owners);
      if (standing == Standing.HOLLOW) {
        hollow++;
      } else if (standing == Standing.JUDGED && Standing.isContainer(owner.type())) {
        things++;
      }
    }
    for (Regions regions : places.values()) {
      regions.sort();
    }
    Map<DeviceRows.Key, Long> distinct = DistinctBytes.of(places.values());
    int ordinal = 0;
    for (Regions regions : places.values()) {
      ordinal = regions.merge(ordinal);
    }
    Reconciliation reconciliation = new Reconciliation(lastRound, places.values());
    List<DeviceRow> rows =
        DeviceRows.of(image.devices(), places.values(), reconciliation, distinct);
    Sites sites = Sites.of(image);
    return new Snapshot(
        image,
        tallies,
        sites,
        owners,
        places,
        reconciliation,
        rows,
        totals(rows, hollow),
        Lifetimes.of(tallies, sites));
  }

  private void fold(SlotEntry slot) {
    TypeEntry type = tallies.get(slot.tally()).type();
    if (slot.state() == SlotState.CLOSED_OWNER || type.holder()) {
      return;
    }
    Place place = Place.of(slot);
    boolean container = Standing.isContainer(type);
    if (!place.isMesh() && !container) {
      owners.markOwnersOf(slot);
    }
    if (slot.alias() || container) {
      return;
    }
    if (type.hasBytes() || slot.hasAddress()) {
      places.computeIfAbsent(place, Regions::new).add(slot, type, sampledNanos);
    } else {
      things++;
    }
  }

  private Totals totals(List<DeviceRow> rows, long hollow) {
    long opened = 0;
    long closed = 0;
    for (TallyEntry tally : tallies.all()) {
      if (!tally.type().holder()) {
        opened += tally.opened();
        closed += tally.closed();
      }
    }
    long regionCount = 0;
    long liveBytes = 0;
    long handles = 0;
    long handleBytes = 0;
    for (Regions regions : places.values()) {
      if (!regions.place().isMesh()) {
        regionCount += regions.count();
        liveBytes += regions.liveBytes();
        handles += regions.handles();
        handleBytes += regions.handleBytes();
      }
    }
    long unattributed = 0;
    long vanished = 0;
    for (DeviceRow row : rows) {
      unattributed += row.unattributedBytes();
      vanished += row.vanishedBytes();
    }
    return new Totals(
        opened,
        closed,
        regionCount,
        liveBytes,
        handles,
        handleBytes,
        things,
        hollow,
        image.dropped(),
        unattributed,
        vanished);
  }
}
