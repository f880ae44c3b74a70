package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.growth.Cycles;
import io.ttalloc.analysis.growth.GrowthEvidence;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.site.FoldedTallies;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts about the resources that are folded into one finding. Keeps an object only for the
 * first resource. Not thread-safe.
 */
public final class Evidence {
  private final Facts facts;
  private final FoldedTallies.Group tallies;
  private final Opening opening;
  private final @Nullable OpenResource first;
  private final List<Reclamation.Companion> companions;
  private final GrowthEvidence growth;
  private final Location.Sums location;
  private final OwnerSums owners;
  private final DeviceShare.Sums shares = new DeviceShare.Sums();
  private final RegionSums regions = new RegionSums();
  private final GivenUp givenUp;
  private final HolderPaths paths = new HolderPaths();
  private final ResourceLists lists;
  private final List<ListedResource> listed = new ArrayList<>();
  private long count;
  private long closing;
  private long overLimit;
  private long collected;
  private long unreachable;
  private long folded;
  private long bytes;
  private long longestAgeNanos;

  /**
   * Creates evidence about open resources, to be filled by {@link #add}.
   *
   * @param first the first resource in the order of slots
   * @param tallies the tallies in which the resources were counted
   * @param growth the evidence of growth, to be filled by this object
   * @param max the maximum number of addresses, labels, threads and owners to keep
   * @param lists the limits on how many resources are listed
   */
  public Evidence(
      OpenResource first,
      FoldedTallies.Group tallies,
      GrowthEvidence growth,
      int max,
      ResourceLists lists) {
    this(first.facts(), tallies, first, List.of(), growth, max, lists);
  }

  private Evidence(
      Facts facts,
      FoldedTallies.Group tallies,
      @Nullable OpenResource first,
      List<Reclamation.Companion> companions,
      GrowthEvidence growth,
      int max,
      ResourceLists lists) {
    this.facts = facts;
    this.tallies = tallies;
    this.first = first;
    this.companions = companions;
    this.growth = growth;
    this.lists = lists;
    opening = facts.sites().read(tallies.sum().type(), tallies.sum().stack());
    location = new Location.Sums(max);
    givenUp = new GivenUp(facts);
    owners = new OwnerSums(facts, max);
  }

  static Evidence ofReclaimed(
      Facts facts, TallyEntry tally, List<Reclamation.Companion> companions) {
    GrowthEvidence none = GrowthEvidence.none(facts.image(), tally);
    Evidence evidence =
        new Evidence(
            facts, FoldedTallies.Group.of(tally), null, companions, none, 1, ResourceLists.none());
    evidence.count = tally.closes().reclaimed();
    return evidence;
  }

  /**
   * Adds a resource.
   *
   * @param root the outermost owner with which the resource is shown, or null
   * @param cause the cache that holds the resource, or the owner whose close left the resource open
   */
  public void add(OpenResource resource, @Nullable OwnerNode root, @Nullable OwnerNode cause) {
    SlotEntry slot = resource.slot();
    count++;
    overLimit += resource.isOverLimit() ? 1 : 0;
    closing += resource.isClosing() ? 1 : 0;
    collected += slot.state() == SlotState.COLLECTED ? 1 : 0;
    long ownBytes = slot.place().alias() ? 0 : slot.bytes();
    bytes = SaturatedSum.of(bytes, ownBytes);
    long regionBytes = regions.add(resource, ownBytes);
    shares.add(slot, ownBytes, regionBytes);
    if (lists.take(listed.size())) {
      listed.add(new ListedResource(slot, ownBytes, regionBytes, ownerOf(slot)));
    }
    growth.add(slot, ownBytes);
    longestAgeNanos = Math.max(longestAgeNanos, resource.ageNanos());
    location.add(slot, ownBytes);
    paths.add(facts.heap().of(slot));
    boolean gone = resource.holder() == HeapFacts.Holder.NOTHING;
    unreachable += gone && slot.state() != SlotState.COLLECTED ? 1 : 0;
    owners.add(resource, root, cause);
    givenUp.add(slot.ownership().givenUp());
  }

  private @Nullable String ownerOf(SlotEntry slot) {
    OwnerNode owner = facts.owners().ownerOf(slot);
    return owner == null ? null : owner.nameAndLabel();
  }

  /** Adds collected resources for which the ledger keeps only their number and total size. */
  public void addFolded(long more, long moreBytes) {
    folded = SaturatedSum.of(folded, more);
    count = SaturatedSum.of(count, more);
    collected = SaturatedSum.of(collected, more);
    bytes = SaturatedSum.of(bytes, moreBytes);
    shares.addWithoutSlots(more, moreBytes);
    if (moreBytes > 0) {
      regions.addUnknown(more, moreBytes);
    }
  }

  public Facts facts() {
    return facts;
  }

  /** The counters of the resources' type and stack. */
  public TallyEntry tally() {
    return tallies.sum();
  }

  /** The number of stacks that opened the resources. */
  public int stacks() {
    return tallies.members().size();
  }

  public TypeEntry type() {
    return tally().type();
  }

  /** The stack that opened the resources. */
  public Opening opening() {
    return opening;
  }

  /**
   * The first resource in the order of slots.
   *
   * @throws IllegalStateException if this is evidence of reclaimed resources, which have no slots
   */
  public OpenResource first() {
    if (first == null) {
      throw new IllegalStateException("reclaimed resources have no slot");
    }
    return first;
  }

  /** Whether a close of the first resource threw an exception. */
  public boolean closeFailed() {
    return first != null && first.slot().closeFailed();
  }

  /**
   * The places where other resources opened from the same stack were closed, the most frequent
   * first.
   */
  public List<CloseSiteEntry> siblings() {
    if (tallies.members().size() == 1) {
      return facts.closeSites(tally());
    }
    List<CloseSiteEntry> all = new ArrayList<>();
    for (TallyEntry member : tallies.members()) {
      all.addAll(facts.closeSites(member));
    }
    all.sort(Comparator.comparingLong(CloseSiteEntry::count).reversed());
    return all;
  }

  /** The resources that were reclaimed together with these; empty for open resources. */
  public List<Reclamation.Companion> companions() {
    return companions;
  }

  /**
   * Whether the resource has no memory of its own, so that it can be managed by a
   * try-with-resources statement.
   */
  public boolean isPlainObject() {
    return first == null
        ? !type().hasBytes()
        : !first.slot().place().hasDevice() && !first.slot().place().hasAddress();
  }

  /**
   * Whether the open resources of this type and stack are growing in number and some of them belong
   * to this finding.
   */
  public boolean isGrowing() {
    return growth.isGrowing();
  }

  /** The resources that each cycle left open; empty without marks. */
  public List<Cycles.Growth> growth() {
    return growth.steps();
  }

  /** Whether each of the most recent cycles left resources open. */
  public boolean eachCycleLeft() {
    return Cycles.eachLeft(growth());
  }

  /**
   * The reasons why the finding is growing, beyond the resources that each cycle left open; may be
   * empty.
   */
  public List<Reason> whyGrowing() {
    return first == null ? List.of() : growth.why();
  }

  /**
   * The number of resources that were collected themselves; resources of which only the owner was
   * collected do not count.
   */
  public long collected() {
    return collected;
  }

  /** Whether all resources were being closed: a close of each had begun but not ended. */
  public boolean areClosing() {
    return closing == count;
  }

  /** The number of resources whose {@linkplain OpenResource#ageNanos age} exceeds their limit. */
  public long overLimit() {
    return overLimit;
  }

  /** The number of resources that were not collected but are unreachable. */
  public long unreachable() {
    return unreachable;
  }

  /**
   * The paths that keep the resources reachable, the most frequent first; empty without a heap
   * dump.
   */
  public List<HolderPath> paths() {
    return paths.toList();
  }

  /**
   * The paths that keep open resources of the same stacks reachable, in this finding or in others.
   */
  public List<ReferencePath> pathsOfSameStacks() {
    return tallies.members().stream().flatMap(each -> facts.heap().paths(each).stream()).toList();
  }

  /** The resources that a cache held and then gave up, and where that happened. */
  public GivenUp givenUp() {
    return givenUp;
  }

  public long count() {
    return count;
  }

  /** The number of collected resources that have no slot in the ledger. */
  public long folded() {
    return folded;
  }

  /**
   * The owners with which the resources are shown, and the owners that hold the resources or have
   * left them open.
   */
  public OwnerSums owners() {
    return owners;
  }

  /** The location of the resources. */
  public Location location() {
    return location.toLocation(facts, tally(), first == null ? null : first.slot().place().space());
  }

  /**
   * The number and size of the resources, combined with the given counts of views that the same
   * site opened.
   */
  public Amount amount(long viewsOpened, long viewsClosed) {
    TallyEntry tally = tally();
    return new Amount(
        count,
        tally.opened(),
        tally.closed(),
        tally.closes().disowned(),
        bytes,
        regions.count(),
        regions.bytes(),
        first == null ? tally.closes().reclaimedBytes() : 0,
        viewsOpened,
        viewsClosed);
  }

  /** The first resources, if any are to be listed. */
  public List<ListedResource> listed() {
    return List.copyOf(listed);
  }

  /** The share of each device. */
  public List<DeviceShare> shares() {
    return shares.toList();
  }

  /**
   * The owners of the resources; the verdict determines which of them are shown and what holds
   * them.
   */
  public Ownership ownership(List<OwnerNode> shownWith, List<String> heldBy) {
    List<String> names = shownWith.stream().map(OwnerNode::name).toList();
    List<OwnerNode> chain = first == null ? List.of() : facts.owners().chain(first.slot());
    return new Ownership(
        names,
        owners.haveMore(),
        chain.stream().map(OwnerNode::nameAndLabel).toList(),
        heldBy,
        paths.toKeptBy(facts.heap().earlierNanos()),
        owners.entries(),
        owners.closedBy());
  }

  /** The longest {@linkplain OpenResource#ageNanos age}; 0 if no resource has a slot any more. */
  public long longestAgeNanos() {
    return longestAgeNanos;
  }

  /**
   * The opening time of the oldest resource, since the ledger's clock base; 0 if no resource has a
   * slot any more.
   */
  public long oldestOpenedNanos() {
    return first == null ? 0 : growth.oldestNanos();
  }

  /** The age of the oldest resource at the reading; 0 if no resource has a slot any more. */
  public long oldestNanos() {
    return first == null
        ? 0
        : Math.max(0, facts.image().process().clock().lastSeenNanos() - growth.oldestNanos());
  }
}
