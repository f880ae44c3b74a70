package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.facts.OwnerTree;
import io.ttalloc.analysis.memory.DeviceSpace;
import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.heap.report.HeldBy;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import org.jspecify.annotations.Nullable;

/** A resource that is open or was lost, with the facts about it. */
public final class OpenResource {
  private static final int NOT_LOOKED_UP = -2;

  private final Facts facts;
  private final SlotEntry slot;
  private final DeviceSpace deviceSpace;
  private final @Nullable Regions regions;
  private int region = NOT_LOOKED_UP;
  private @Nullable OwnerNode root;
  private @Nullable OwnerNode chainEnd;
  private @Nullable OwnerNode collected;
  private @Nullable HeldBy heldByPath;
  private long inUseSinceNanos;
  private HeapFacts.@Nullable Holder holder;

  public OpenResource(Facts facts, SlotEntry slot) {
    this.facts = facts;
    this.slot = slot;
    deviceSpace = DeviceSpace.of(slot);
    regions = facts.memory().at(deviceSpace);
    walkUp();
  }

  /** Follows owners and caches up to the first one that was closed or is a cache. */
  private void walkUp() {
    OwnerTree owners = facts.owners();
    SlotEntry at = slot;
    inUseSinceNanos = slot.opened().nanos();
    for (int depth = 0; depth < OwnerTree.MAX_DEPTH; depth++) {
      SlotEntry.GivenUp givenUp = at.ownership().givenUp();
      inUseSinceNanos = Math.max(inUseSinceNanos, givenUp == null ? 0 : givenUp.nanos());
      OwnerNode holder = owners.holderOf(at);
      if (holder == null && isInHolderByPath(at)) {
        return;
      }
      OwnerNode up = holder != null ? holder : owners.ownerOf(at);
      if (up == null) {
        return;
      }
      if (up.isCollected()) {
        collected = up;
      } else if (up.isClosed() || up.type().holder()) {
        chainEnd = up;
        return;
      }
      root = up;
      at = up.slot();
    }
  }

  /** Whether the heap shows it or its owner in a holder that is open; notes that one. */
  private boolean isInHolderByPath(SlotEntry at) {
    HeldBy held = facts.heap().heldBy(at);
    if (held == null) {
      return false;
    }
    OwnerNode tracked = held.slot() < 0 ? null : facts.owners().at(held.slot());
    if (tracked != null && !isOpenStill(tracked)) {
      return false;
    }
    heldByPath = held;
    chainEnd = tracked;
    return true;
  }

  /** Whether a holder that the heap shows was not closed meanwhile. */
  private boolean isOpenStill(OwnerNode holder) {
    return !holder.isClosed() && !holder.isCollected() && facts.heap().knew(holder.slot());
  }

  public Facts facts() {
    return facts;
  }

  public SlotEntry slot() {
    return slot;
  }

  public DeviceSpace deviceSpace() {
    return deviceSpace;
  }

  /** Whether memory is taken in its device space. */
  public boolean hasRegions() {
    return regions != null;
  }

  /**
   * The memory taken in its device space.
   *
   * @throws IllegalStateException none is
   */
  public Regions regions() {
    if (regions == null) {
      throw new IllegalStateException("no memory is taken in " + deviceSpace);
    }
    return regions;
  }

  /** Index of its region in {@link #regions}, -1 if it has none. */
  public int region() {
    if (region == NOT_LOOKED_UP) {
      SlotEntry.Place place = slot.place();
      region = regions == null || !place.hasAddress() ? -1 : regions.find(place.address());
    }
    return region;
  }

  /** Whether another resource claims a part of its region. */
  public boolean isContested() {
    return regions != null && regions.hasContested() && region() >= 0 && regions.contested(region);
  }

  /**
   * Whether it is a view of an address at which no memory is taken any more. After a late attach
   * that is unknown: the owner of the memory may have been opened before.
   */
  public boolean isDangling() {
    return slot.place().alias()
        && slot.place().hasAddress()
        && region() < 0
        && !facts.image().process().attachedLate();
  }

  /**
   * The call that opened it or one of its owners, has not returned and may still close it; null if
   * there is none.
   */
  public @Nullable Frame runningCall() {
    return facts.calls().needing(slot);
  }

  /**
   * The call that has not returned and stands inside a try statement that may close it, or an owner
   * which frees it; null if there is none.
   */
  public @Nullable Frame closingCall() {
    OwnerTree owners = facts.owners();
    SlotEntry at = slot;
    for (int depth = 0; depth < OwnerTree.MAX_DEPTH; depth++) {
      Frame call = facts.calls().thatMayClose(at);
      OwnerNode owner = owners.ownerOf(at);
      if (call != null
          || owner == null
          || owner.isClosed()
          || !owner.type().closing().freesOwned()) {
        return call;
      }
      at = owner.slot();
    }
    return null;
  }

  /**
   * The call that has not returned and proves that it is in use: it stands inside a try statement
   * that may close it, and there is nothing that it would close in its stead. Null if there is
   * none.
   */
  public @Nullable Frame provingCall() {
    if (holder() == HeapFacts.Holder.COLLECTION_OF_CALLS) {
      return loopingCall();
    }
    Frame call = runningCall() == null ? null : closingCall();
    if (call == null && holder() == HeapFacts.Holder.CALLS) {
      call = loopingCall();
    }
    HeapFacts heap = facts.heap();
    String thread = heap.handedTo(slot);
    return call != null || thread.isEmpty()
        ? call
        : facts
            .calls()
            .thatWasHandedIt(slot, thread, heap.ofTypeKeptByThread(slot), heap.keepers(slot));
  }

  /**
   * Whether others from its stack were left for good. Code that never closes what it opens will not
   * close the last one either, though a variable may still refer to it.
   */
  public boolean isOneOfManyLeft() {
    TallyEntry tally = slot.tally();
    if (tally.losses().collected() > 0 || tally.closes().reclaimed() > 0) {
      return true;
    }
    return holder() == HeapFacts.Holder.UNKNOWN
        ? !facts.calls().mayNeedAll(slot)
        : tally.open() > facts.heap().keptByCalls(slot);
  }

  /**
   * Whether it is one of several that the program has opened at one place and that are each served
   * by a thread of their own. Such a thread closes what it serves when its loop ends, and that ends
   * when somebody closes the resource: that it would be closed there proves no use of it.
   */
  public boolean isServedWithOthers() {
    return slot.tally().open() > 1 && ThreadHolder.isServed(facts, slot);
  }

  /** Whether the code that refers to it has no other resource of the same stack. */
  public boolean isItsOnly() {
    int threads = facts.calls().threads(facts.heap().threadOf(slot));
    return facts.heap().keptByThread(slot) <= Math.max(1, threads);
  }

  /**
   * The call that has not returned and stands inside a try statement that closes any number of such
   * resources in a loop; null if there is none.
   */
  public @Nullable Frame loopingCall() {
    return facts
        .calls()
        .thatClosesAll(slot, facts.heap().threadOf(slot), facts.heap().keepers(slot));
  }

  /** Whether it was opened when the end of the process had begun. */
  public boolean isOpenedAtExit() {
    return facts.heap().isOpenedSince(slot) || facts.calls().isOpenedSince(slot);
  }

  /**
   * The kind of thing that refers to it, if a heap dump shows it. A resource that an owner in use
   * will free is in use with it.
   */
  public HeapFacts.Holder holder() {
    if (holder == null) {
      holder = isFreedByOwnerInUse() ? HeapFacts.Holder.CALLS : refined(slot);
    }
    return holder;
  }

  private HeapFacts.Holder refined(SlotEntry of) {
    return ThreadHolder.of(facts, of, facts.heap().holderOf(of));
  }

  /**
   * Whether a heap dump shows that one of its owners is in use, and closing that owner closes it,
   * though something that lasts refers to the resource itself.
   */
  public boolean isFreedByOwnerInUse() {
    HeapFacts.Holder own = refined(slot);
    if (own != HeapFacts.Holder.LASTING && own != HeapFacts.Holder.COLLECTION_OF_CALLS) {
      return false;
    }
    OwnerTree owners = facts.owners();
    OwnerNode owner = owners.ownerOf(slot);
    for (int depth = 0; owner != null && depth < OwnerTree.MAX_DEPTH; depth++) {
      if (owner.isClosed() || !owner.type().closing().freesOwned()) {
        return false;
      }
      HeapFacts.Holder ofOwner = refined(owner.slot());
      if (ofOwner == HeapFacts.Holder.CALLS || ofOwner == HeapFacts.Holder.ITS_CLOSE) {
        return true;
      }
      owner = owners.ownerOf(owner.slot());
    }
    return false;
  }

  /** Whether a close of it had begun and not ended. */
  public boolean isClosing() {
    return slot.ending() == SlotEntry.Open.CLOSING;
  }

  /**
   * How long it is open, or how long ago a cache gave it up or one of its owners: as long as a call
   * may be at work with it.
   */
  public long ageNanos() {
    // A damaged ledger may say anything.
    long now = facts.image().process().clock().lastSeenNanos();
    return inUseSinceNanos < 0 ? now : Math.max(0, now - inUseSinceNanos);
  }

  /** Whether it is open longer than the limit of its type. */
  public boolean isOverLimit() {
    long limit = slot.tally().type().policy().limitNanos();
    return limit > 0 && ageNanos() > limit;
  }

  /** Whether it or one of its owners was collected. */
  public boolean isCollected() {
    return collected != null || slot.state() == SlotState.COLLECTED;
  }

  /**
   * The class of a library that has opened it for itself and keeps it in a static field, if a heap
   * dump shows it; null if there is none.
   */
  public @Nullable String librarySingletonOf() {
    return chainEnd == null && heldByPath == null && !isCollected()
        ? LibrarySingleton.keeper(facts, slot)
        : null;
  }

  /** Whether the chain ends at a closed owner that does not free what it owns. */
  public boolean isLeftByOwner() {
    return chainEnd != null && chainEnd.isClosed() && !chainEnd.type().closing().freesOwned();
  }

  /** Whether the chain ends at a cache that is open. */
  public boolean isInCache() {
    return heldByPath != null || (chainEnd != null && !chainEnd.isClosed());
  }

  /**
   * The cache at which the chain ends, if the heap shows that; null if it ends otherwise. One that
   * is tracked is the {@link #chainEnd}, too.
   */
  public @Nullable HeldBy heldByPath() {
    return heldByPath;
  }

  /** The outermost owner that is open or collected, below the end of the chain. */
  public @Nullable OwnerNode root() {
    return root;
  }

  /**
   * The cache or the closed owner at which the chain of owners ends; null if it has no owner, or if
   * the cache is not tracked.
   */
  public @Nullable OwnerNode chainEnd() {
    return chainEnd;
  }

  /** The outermost owner that was collected. */
  public @Nullable OwnerNode collectedOwner() {
    return collected;
  }
}
