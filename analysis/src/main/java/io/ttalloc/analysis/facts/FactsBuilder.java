package io.ttalloc.analysis.facts;

import io.ttalloc.analysis.memory.DeviceSpace;
import io.ttalloc.analysis.memory.MemoryMap;
import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.ledger.read.CloseSiteEntry;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds {@link Facts} in one pass over the slots, or two. Not thread-safe. */
final class FactsBuilder {
  private final LedgerImage image;
  private final OwnerTree owners;
  private final MemoryMap memory;
  private final TimelineBuilder timeline;
  private final Set<String> damage = new LinkedHashSet<>();
  private long withoutBytes;
  private boolean addressed;
  private boolean hasOwnedViews;

  FactsBuilder(LedgerImage image) {
    this.image = image;
    owners = OwnerTree.of(image);
    memory = new MemoryMap(image.statistics());
    timeline = new TimelineBuilder(image);
  }

  Facts build() throws IOException {
    damage.addAll(image.forEachSlot(this::add));
    memory.seal(image.devices());
    if (hasOwnedViews) {
      damage.addAll(image.forEachSlot(this::markOwnersOfDangling));
    }
    List<TallyEntry> tallies =
        image.tallies().values().stream().sorted(Comparator.comparingInt(TallyEntry::id)).toList();
    CallSites sites = CallSites.of(image);
    return new Facts(
        image,
        tallies,
        sites,
        owners,
        memory,
        timeline.build(),
        new RunningCalls(image.threads()),
        Lifetime.of(tallies, sites),
        closeSites(),
        withoutBytes,
        addressed,
        List.copyOf(damage));
  }

  private void add(SlotEntry slot) {
    TypeEntry type = slot.tally().type();
    if (slot.state() == SlotState.CLOSED_OWNER || OwnerNode.isContainer(type)) {
      return;
    }
    if (!DeviceSpace.of(slot).isMesh()) {
      owners.markOwnersOf(slot);
    }
    addressed |= slot.hasAddress();
    timeline.add(slot);
    if (slot.alias()) {
      hasOwnedViews |= slot.hasAddress() && owners.ownerOf(slot) != null;
      return;
    }
    if (type.hasBytes() || slot.hasAddress()) {
      memory.add(slot, type);
    } else {
      withoutBytes++;
    }
  }

  /**
   * A view whose memory is gone counts as open below its owners; only the sealed map tells which.
   */
  private void markOwnersOfDangling(SlotEntry slot) {
    if (slot.alias() && slot.hasAddress() && slot.state() != SlotState.CLOSED_OWNER) {
      DeviceSpace there = DeviceSpace.of(slot);
      Regions regions = memory.at(there);
      boolean dangling = regions == null || regions.find(slot.address()) < 0;
      if (dangling && !there.isMesh()) {
        owners.markOwnersOfDangling(slot);
      }
    }
  }

  private Map<Integer, List<CloseSiteEntry>> closeSites() {
    Map<Integer, List<CloseSiteEntry>> byTally = new HashMap<>();
    for (CloseSiteEntry site : image.closeSites()) {
      byTally.computeIfAbsent(site.tally(), tally -> new ArrayList<>()).add(site);
    }
    for (List<CloseSiteEntry> sites : byTally.values()) {
      sites.sort(Comparator.comparingLong(CloseSiteEntry::count).reversed());
    }
    return byTally;
  }
}
