package io.ttalloc.analysis.facts;

import io.ttalloc.analysis.memory.DeviceSpace;
import io.ttalloc.analysis.memory.MemoryMap;
import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.StatisticsRecord;
import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one ledger, from which verdicts are derived.
 *
 * @param tallies the tallies, in the order of their first opening
 * @param closeSites the close sites of each tally, by the id of the tally; the most frequent first
 */
public record Facts(
    LedgerImage image,
    List<TallyEntry> tallies,
    CallSites sites,
    OwnerTree owners,
    MemoryMap memory,
    Timeline timeline,
    RunningCalls calls,
    HeapFacts heap,
    Map<Integer, List<CloseSiteEntry>> closeSites,
    SlotPass slots) {

  /**
   * The other results of the pass over the slots.
   *
   * @param withoutBytes the number of open resources without bytes, such as files, not counting
   *     containers
   * @param addressed whether any open resource has an address
   * @param plainOwners indexes of the slots that own something open and are not containers
   * @param damage the damage of the slots, in addition to the damage of the image
   */
  public record SlotPass(
      long withoutBytes, boolean addressed, Set<Integer> plainOwners, List<String> damage) {}

  /**
   * Reads all slots once, and once more if views may have outlived their memory.
   *
   * @param heap the report of a heap dump of the same process, or null
   * @param dumpTime when the dump was taken
   * @throws IOException if the ledger's slots could not be read
   */
  public static Facts of(LedgerImage image, @Nullable HeapReport heap, DumpTime dumpTime)
      throws IOException {
    return new Builder(image).build(HeapFacts.of(heap, dumpTime));
  }

  /** Returns the tally with this id; null if it is missing from a damaged ledger. */
  public @Nullable TallyEntry tally(int id) {
    return image.tallies().get(id);
  }

  /**
   * The tallies with at least one opening, except tallies of caches, in the order of the first
   * opening.
   */
  public List<TallyEntry> opened() {
    return tallies.stream().filter(tally -> !tally.type().holder() && tally.opened() > 0).toList();
  }

  /** The tasks that many threads were running when the process ended. */
  public List<ThreadKind> threads() {
    return ThreadKind.of(image.rows(ThreadRecord.class), sites);
  }

  /** The places where resources of this tally were closed, the most frequent first. */
  public List<CloseSiteEntry> closeSites(TallyEntry tally) {
    return closeSites.getOrDefault(tally.id(), List.of());
  }

  /** The stack that closed an owner, innermost first; empty if unknown. */
  public List<Frame> closeStack(OwnerNode owner) {
    return owner.slot().ending() instanceof SlotEntry.Closed closed
        ? image.stack(closed.stack())
        : List.of();
  }

  /** Builds {@link Facts} in one or two passes over the slots. Not thread-safe. */
  private static final class Builder {
    /**
     * The maximum number of owners to remember that are not containers. Resources of further owners
     * are not shown as part of another finding.
     */
    private static final int MAX_OWNERS = 1 << 16;

    private final LedgerImage image;
    private final OwnerTree owners;
    private final MemoryMap memory;
    private final Timeline.Builder timeline;
    private final RunningCalls calls;
    private final CallSites sites;
    private final Set<String> damage = new LinkedHashSet<>();
    private final Set<Integer> plainOwners = new HashSet<>();
    private long withoutBytes;
    private boolean addressed;
    private boolean hasOwnedViews;

    Builder(LedgerImage image) {
      this.image = image;
      owners = OwnerTree.of(image);
      memory = new MemoryMap(image.rows(StatisticsRecord.class));
      timeline = new Timeline.Builder(image);
      GuardedFrames guards =
          new GuardedFrames(image.rows(GuardRecord.class), image.tallies().values());
      sites = CallSites.of(image);
      calls = new RunningCalls(image.rows(ThreadRecord.class), owners, guards, sites);
    }

    Facts build(HeapFacts heap) throws IOException {
      damage.addAll(image.forEachSlot(this::add));
      memory.seal(image.devices());
      if (hasOwnedViews) {
        damage.addAll(image.forEachSlot(this::markOwnersOfDangling));
      }
      List<TallyEntry> tallies =
          image.tallies().values().stream()
              .sorted(Comparator.comparingInt(TallyEntry::id))
              .toList();
      return new Facts(
          image,
          tallies,
          sites,
          owners,
          memory,
          timeline.build(),
          calls,
          heap,
          closeSites(),
          new SlotPass(withoutBytes, addressed, Set.copyOf(plainOwners), List.copyOf(damage)));
    }

    private void add(SlotEntry slot) {
      TypeEntry type = slot.tally().type();
      if (slot.state() == SlotState.CLOSED_OWNER) {
        return;
      }
      calls.add(slot);
      if (OwnerNode.isContainer(type)) {
        return;
      }
      if (!DeviceSpace.of(slot).isMesh()) {
        owners.markOwnersOf(slot);
      }
      SlotEntry.Id owner = slot.ownership().owner();
      if (owner != null && isPlain(owner) && plainOwners.size() < MAX_OWNERS) {
        plainOwners.add(owner.index());
      }
      timeline.add(slot);
      if (type.isLost()) {
        withoutBytes++; // Its type is unknown, so its address may refer to anything.
        return;
      }
      SlotEntry.Place place = slot.place();
      addressed |= place.hasAddress();
      if (place.alias()) {
        hasOwnedViews |= place.hasAddress() && owners.ownerOf(slot) != null;
        return;
      }
      if (type.hasBytes() || place.hasAddress()) {
        memory.add(slot, type);
      } else {
        withoutBytes++;
      }
    }

    private boolean isPlain(SlotEntry.Id owner) {
      OwnerNode node = owners.at(owner.index());
      return node == null || !OwnerNode.isContainer(node.type());
    }

    /**
     * Marks the owners of a view whose memory is gone, since such a view counts as an open
     * resource. Only the complete map of regions shows whether the memory is gone.
     */
    private void markOwnersOfDangling(SlotEntry slot) {
      SlotEntry.Place place = slot.place();
      if (place.alias() && place.hasAddress() && slot.state() != SlotState.CLOSED_OWNER) {
        DeviceSpace there = DeviceSpace.of(slot);
        Regions regions = memory.at(there);
        boolean dangling = regions == null || regions.find(place.address()) < 0;
        if (dangling && !there.isMesh()) {
          owners.markOwnersOfDangling(slot);
        }
      }
    }

    private Map<Integer, List<CloseSiteEntry>> closeSites() {
      Map<Integer, List<CloseSiteEntry>> byTally = new HashMap<>();
      for (CloseSiteEntry site : image.rows(CloseSiteEntry.class)) {
        byTally.computeIfAbsent(site.tally(), tally -> new ArrayList<>()).add(site);
      }
      for (List<CloseSiteEntry> sites : byTally.values()) {
        sites.sort(Comparator.comparingLong(CloseSiteEntry::count).reversed());
      }
      return byTally;
    }
  }
}
