package io.ttalloc.analysis.snapshot;

import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.analysis.memory.MemoryMap;
import io.ttalloc.analysis.memory.Place;
import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.stack.Sites;
import io.ttalloc.analysis.timeline.TimelineBuilder;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.io.IOException;

/** Builds a {@link Snapshot}: one pass over the slots, then sorting and summing. */
final class SnapshotBuilder {
  private final LedgerImage image;
  private final Tallies tallies;
  private final OwnerTree owners;
  private final MemoryMap memory;
  private final TimelineBuilder timeline;
  private long things;
  private long hollow;
  private boolean addressed;
  private boolean placedViews;

  SnapshotBuilder(LedgerImage image) {
    this.image = image;
    tallies = new Tallies(image);
    owners = OwnerTree.of(image, tallies);
    memory = new MemoryMap(image.statistics());
    timeline = new TimelineBuilder(image);
  }

  Snapshot build() throws IOException {
    image.forEachSlot(this::fold);
    memory.seal(image.devices());
    if (placedViews) {
      image.forEachSlot(this::markOwnersOfDangling);
    }
    owners.markOwnersOfContainers();
    countContainers();
    Sites sites = Sites.of(image);
    return new Snapshot(
        image,
        tallies,
        sites,
        owners,
        memory,
        timeline.build(),
        totals(),
        new RunningCalls(image.threads(), tallies),
        Lifetimes.of(tallies, sites));
  }

  private void fold(SlotEntry slot) {
    TypeEntry type = tallies.get(slot.tally()).type();
    if (slot.state() == SlotState.CLOSED_OWNER || Standing.isContainer(type)) {
      return;
    }
    if (!Place.of(slot).isMesh()) {
      owners.markOwnersOf(slot);
    }
    addressed |= slot.hasAddress();
    timeline.add(slot);
    if (slot.alias()) {
      placedViews |= slot.hasAddress() && owners.ownerOf(slot) != null;
      return;
    }
    if (type.hasBytes() || slot.hasAddress()) {
      memory.add(slot, type);
    } else {
      things++;
    }
  }

  /** A view whose memory is gone is its owner's fault, as only the whole memory map tells. */
  private void markOwnersOfDangling(SlotEntry slot) {
    if (slot.alias() && slot.hasAddress() && slot.state() != SlotState.CLOSED_OWNER) {
      Place place = Place.of(slot);
      Regions regions = memory.at(place);
      boolean dangling = regions == null || regions.find(slot.address()) < 0;
      if (dangling && !place.isMesh()) {
        owners.markOwnersOfJudged(slot);
      }
    }
  }

  private void countContainers() {
    for (Owner owner : owners.all()) {
      Standing standing = Standing.of(owner.slot(), owner.type(), owners);
      if (standing == Standing.HOLLOW) {
        hollow++;
      } else if (standing == Standing.JUDGED && Standing.isContainer(owner.type())) {
        things++;
      }
    }
  }

  private Totals totals() {
    long opened = 0;
    long closed = 0;
    for (TallyEntry tally : tallies.all()) {
      if (!tally.type().holder()) {
        opened += tally.opened();
        closed += tally.closed();
      }
    }
    long unattributed = 0;
    long vanished = 0;
    for (DeviceRow row : memory.rows()) {
      unattributed += row.unattributedBytes();
      vanished += row.vanishedBytes();
    }
    return new Totals(
        opened,
        closed,
        memory.regions(),
        memory.liveBytes(),
        memory.handles(),
        memory.handleBytes(),
        things,
        hollow,
        image.dropped(),
        unattributed,
        vanished,
        addressed);
  }
}
