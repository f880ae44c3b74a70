package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.growth.Cycles;
import io.ttalloc.analysis.growth.GrowthEvidence;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.site.FoldedTallies;
import io.ttalloc.analysis.site.Opening;
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
 * What is known of the resources that fold into one finding. Keeps an object for the first resource
 * only. Not thread-safe.
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
   * Evidence of open resources, to be filled by {@link #add}.
   *
   * @param first the first resource in the order of slots
   * @param tallies what its resources were counted in
   * @param growth filled by this object
   * @param max how many addresses, labels, threads and owners are kept
   * @param lists how many resources are listed
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
   * @param root the outermost owner with which it is shown, or null
   * @param cause the cache that holds it, or the owner whose close left it open
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

  /** Adds collected resources for which the ledger keeps only their number and bytes. */
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

  /** The counters of its type and stack. */
  public TallyEntry tally() {
    return tallies.sum();
  }

  /** The number of stacks that opened its resources. */
  public int stacks() {
    return tallies.members().size();
  }

  public TypeEntry type() {
    return tally().type();
  }

  /** The stack that opened its resources. */
  public Opening opening() {
    return opening;
  }

  /**
   * The first resource in the order of slots.
   *
   * @throws IllegalStateException this is evidence of reclaimed resources, which have no slots
   */
  public OpenResource first() {
    if (first == null) {
      throw new IllegalStateException("reclaimed resources have no slot");
    }
    return first;
  }

  /** Whether a close of the first resource has thrown. */
  public boolean closeFailed() {
    return first != null && first.slot().closeFailed();
  }

  /** The places where others from the same stack were closed, the most frequent first. */
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

  /** The resources that were reclaimed together with it; empty for open resources. */
  public List<Reclamation.Companion> companions() {
    return companions;
  }

  /** Whether it has no memory of its own, so that a try-with-resources statement may hold it. */
  public boolean isPlainObject() {
    return first == null
        ? !type().hasBytes()
        : !first.slot().place().hasDevice() && !first.slot().place().hasAddress();
  }

  /** Whether what is open of this type and stack grows, and some of that is here. */
  public boolean isGrowing() {
    return growth.isGrowing();
  }

  /** The resources that each cycle left; empty without marks. */
  public List<Cycles.Growth> growth() {
    return growth.steps();
  }

  /** Whether each of the last cycles left something. */
  public boolean eachCycleLeft() {
    return Cycles.eachLeft(growth());
  }

  /** The reasons why it grows, beyond the resources that each cycle left; may be empty. */
  public List<Reason> whyGrowing() {
    return first == null ? List.of() : growth.why();
  }

  /** The number that were collected themselves, and not only their owner. */
  public long collected() {
    return collected;
  }

  /** Whether a close of each of them had begun and not ended. */
  public boolean areClosing() {
    return closing == count;
  }

  /** The number that are open for longer than their rule or the user allows. */
  public long overLimit() {
    return overLimit;
  }

  /** The number that were not collected, but nothing refers to any more. */
  public long unreachable() {
    return unreachable;
  }

  /**
   * The paths that keep its resources reachable, the most frequent first; empty without a heap
   * dump.
   */
  public List<HolderPath> paths() {
    return paths.toList();
  }

  /** Which of them were in a cache until another resource took their entry. */
  public GivenUp givenUp() {
    return givenUp;
  }

  public long count() {
    return count;
  }

  /** The number of these that have no slot in the ledger. */
  public long folded() {
    return folded;
  }

  /** The owners with which they are shown, and those that hold or have left them. */
  public OwnerSums owners() {
    return owners;
  }

  /** The location of the resources. */
  public Location location() {
    return location.toLocation(facts, tally(), first == null ? null : first.slot().place().space());
  }

  /** Number and size; the views are those that the same site opened. */
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

  /** Its first resources, if any are to be listed. */
  public List<ListedResource> listed() {
    return List.copyOf(listed);
  }

  /** The share of each device. */
  public List<DeviceShare> shares() {
    return shares.toList();
  }

  /** Their owners; the verdict says which of them are shown and what holds them. */
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

  /** The longest {@linkplain OpenResource#ageNanos age}; 0 if no slot is left. */
  public long longestAgeNanos() {
    return longestAgeNanos;
  }

  /** The opening time of the oldest, since the ledger's clock base; 0 if no slot is left. */
  public long oldestOpenedNanos() {
    return first == null ? 0 : growth.oldestNanos();
  }

  /** The age of the oldest at the reading; 0 if no slot is left. */
  public long oldestNanos() {
    return first == null
        ? 0
        : Math.max(0, facts.image().process().clock().lastSeenNanos() - growth.oldestNanos());
  }
}
