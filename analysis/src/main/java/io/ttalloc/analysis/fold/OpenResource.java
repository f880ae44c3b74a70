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

  /** Follows owners and caches up to the first one that was closed or that is a cache. */
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

  /**
   * Whether the heap dump shows the resource or its owner in an open holder; stores that holder.
   */
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

  /** Whether a holder found in the heap dump is still open. */
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

  /** Whether open resources take up memory in the device space of this resource. */
  public boolean hasRegions() {
    return regions != null;
  }

  /**
   * The memory that open resources take up in the device space of this resource.
   *
   * @throws IllegalStateException if no memory is taken up there
   */
  public Regions regions() {
    if (regions == null) {
      throw new IllegalStateException("no memory is taken up in " + deviceSpace);
    }
    return regions;
  }

  /** The index of this resource's region in {@link #regions}; -1 if it has none. */
  public int region() {
    if (region == NOT_LOOKED_UP) {
      SlotEntry.Place place = slot.place();
      region = regions == null || !place.hasAddress() ? -1 : regions.find(place.address());
    }
    return region;
  }

  /** Whether another resource claims a part of this resource's region. */
  public boolean isContested() {
    return regions != null && regions.hasContested() && region() >= 0 && regions.contested(region);
  }

  /**
   * Whether this resource is a view of an address at which no open resource has memory. False after
   * a late attach, since the resource to which the memory belongs may have been opened before the
   * attach.
   */
  public boolean isDangling() {
    return slot.place().alias()
        && slot.place().hasAddress()
        && region() < 0
        && !facts.image().process().attachedLate();
  }

  /**
   * The call that opened or received the resource or one of its owners, has not returned and may
   * still close the resource; null if there is none.
   */
  public @Nullable Frame runningCall() {
    return facts.calls().needing(slot);
  }

  /**
   * The call that has not returned and is inside a try statement whose cleanup may close the
   * resource, or an owner that frees the resource; null if there is none.
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
   * The call that has not returned and proves that the resource is in use: it is inside a try
   * statement whose cleanup may close the resource, and there is nothing else that the cleanup
   * could close instead. Null if there is none.
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
   * Whether other resources opened by the same stack as this one were never closed. Code that never
   * closes what it opens will not close the last resource either, even if a variable still refers
   * to it.
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
   * Whether this resource is one of several resources that the program opened at one place and that
   * are each served by a thread of their own. Such a thread closes its resource when its loop ends,
   * but the loop ends only when somebody closes the resource, so the close in the thread does not
   * prove that the resource is in use.
   */
  public boolean isServedWithOthers() {
    return slot.tally().open() > 1 && ThreadHolder.isServed(facts, slot);
  }

  /**
   * Whether only a daemon thread of the program refers to this resource, through the thread's task,
   * and that thread did not open the resource.
   */
  public boolean isOfDaemon() {
    return ThreadHolder.isOfDaemon(facts, slot);
  }

  /**
   * The task of a library's thread that opened this resource and would close it when the task ends,
   * if this resource is one of several. Such a task runs until somebody stops it, so its cleanup
   * does not prove that the resource is in use. Null if there is none.
   */
  public @Nullable Frame libraryTask() {
    Frame closing = slot.tally().open() > 1 ? provingCall() : null;
    return closing != null && ThreadHolder.isLibraryTask(facts, slot, closing) ? closing : null;
  }

  /**
   * Whether the thread that refers to this resource has no other resource that the same stack
   * opened. If several threads have the same name, each of these threads may have one such
   * resource.
   */
  public boolean isItsOnly() {
    int threads = facts.calls().threads(facts.heap().threadOf(slot));
    return facts.heap().keptByThread(slot) <= Math.max(1, threads);
  }

  /**
   * The call that has not returned and is inside a try statement that closes any number of such
   * resources in a loop; null if there is none.
   */
  public @Nullable Frame loopingCall() {
    return facts
        .calls()
        .thatClosesAll(slot, facts.heap().threadOf(slot), facts.heap().keepers(slot));
  }

  /** Whether this resource was opened after the process had begun to end. */
  public boolean isOpenedAtExit() {
    return facts.heap().isOpenedSince(slot) || facts.calls().isOpenedSince(slot);
  }

  /**
   * The kind of holder that keeps this resource reachable, if a heap dump shows that. A resource
   * that an owner in use will free is in use as well.
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
   * Whether a heap dump shows that an owner of this resource is in use and closing that owner
   * closes the resource, although something long-lived or a collection refers to the resource
   * itself.
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

  /** Whether a close of this resource had begun but not ended. */
  public boolean isClosing() {
    return slot.ending() == SlotEntry.Open.CLOSING;
  }

  /**
   * The time for which a call may have been working with this resource: the time since the resource
   * was opened or, if later, since a cache gave up the resource or one of its owners.
   */
  public long ageNanos() {
    // A damaged ledger may contain any value.
    long now = facts.image().process().clock().lastSeenNanos();
    return inUseSinceNanos < 0 ? now : Math.max(0, now - inUseSinceNanos);
  }

  /** Whether the {@linkplain #ageNanos age} of this resource exceeds the limit of its type. */
  public boolean isOverLimit() {
    long limit = slot.tally().type().policy().limitNanos();
    return limit > 0 && ageNanos() > limit;
  }

  /** Whether this resource or one of its owners was collected. */
  public boolean isCollected() {
    return collected != null || slot.state() == SlotState.COLLECTED;
  }

  /**
   * The library class that opened this resource for itself and keeps it in a static field, if a
   * heap dump shows that; null if there is none.
   */
  public @Nullable String librarySingletonOf() {
    return chainEnd == null && heldByPath == null && !isCollected()
        ? LibrarySingleton.keeper(facts, slot)
        : null;
  }

  /**
   * Whether the owner chain of this resource ends at a closed owner that does not free what it
   * owns.
   */
  public boolean isLeftByOwner() {
    return chainEnd != null && chainEnd.isClosed() && !chainEnd.type().closing().freesOwned();
  }

  /** Whether the owner chain of this resource ends at an open cache. */
  public boolean isInCache() {
    return heldByPath != null || (chainEnd != null && !chainEnd.isClosed());
  }

  /**
   * The cache at which the owner chain of this resource ends, if only the heap dump shows that;
   * else null. A tracked cache is also the {@link #chainEnd}.
   */
  public @Nullable HeldBy heldByPath() {
    return heldByPath;
  }

  /** The outermost owner that is open or collected, before the end of the chain. */
  public @Nullable OwnerNode root() {
    return root;
  }

  /**
   * The cache or the closed owner at which the owner chain ends; null if the chain ends at neither
   * of them or the cache is not tracked.
   */
  public @Nullable OwnerNode chainEnd() {
    return chainEnd;
  }

  /** The outermost owner that was collected. */
  public @Nullable OwnerNode collectedOwner() {
    return collected;
  }
}
