package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.facts.OwnerTree;
import io.ttalloc.analysis.memory.DeviceSpace;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides which slots are judged and which are only shown as part of something else: a container as
 * the owner of what is open in it, a whole-mesh handle together with its owner.
 */
public final class Containers {
  /** How a slot is shown. */
  public enum Shown {
    /** As a resource with a verdict. */
    FOR_ITSELF,
    /** As the owner of open resources, as a cache, or as an owner that was closed. */
    AS_OWNER,
    /** As part of a container. */
    WITH_OWNER,
    /**
     * Not at all: the container was collected or is unreachable, and all of its contents were
     * closed, so it is not a leak.
     */
    HOLLOW
  }

  private final OwnerTree owners;
  private final HeapFacts heap;
  private final Set<OwnerNode> ownsOpenContainer = new HashSet<>();
  private final Set<OwnerNode> ownsApartContainer = new HashSet<>();
  private long judged;
  private long hollow;

  private Containers(OwnerTree owners, HeapFacts heap) {
    this.owners = owners;
    this.heap = heap;
  }

  /** The containers of a ledger. */
  public static Containers of(Facts facts) {
    Containers containers = new Containers(facts.owners(), facts.heap());
    for (OwnerNode owner : facts.owners().all()) {
      containers.mark(owner);
    }
    for (OwnerNode owner : facts.owners().all()) {
      containers.count(owner);
    }
    return containers;
  }

  /** Marks the owners of an open container, since the container counts as open below them. */
  private void mark(OwnerNode container) {
    TypeEntry type = container.type();
    boolean counts = OwnerNode.isContainer(type) && !type.holder();
    SlotEntry slot = container.slot();
    if (slot.state() != SlotState.OPEN || !counts || isShownWithOwner(container)) {
      return;
    }
    boolean apart = owners.isApart(slot);
    OwnerNode owner = owners.ownerOf(slot);
    while (owner != null && !(apart ? ownsApart(owner) : ownsOpen(owner))) {
      (apart ? ownsApartContainer : ownsOpenContainer).add(owner);
      owner = owners.ownerOf(owner.slot());
    }
  }

  private void count(OwnerNode owner) {
    Shown shown = shown(owner.slot());
    hollow += shown == Shown.HOLLOW ? 1 : 0;
    judged += shown == Shown.FOR_ITSELF && OwnerNode.isContainer(owner.type()) ? 1 : 0;
  }

  /** How a slot is shown. */
  public Shown shown(SlotEntry slot) {
    TypeEntry type = slot.tally().type();
    if (slot.state() == SlotState.CLOSED_OWNER || type.holder()) {
      return Shown.AS_OWNER;
    }
    boolean mesh = DeviceSpace.of(slot).isMesh();
    if (!mesh && !OwnerNode.isContainer(type)) {
      return Shown.FOR_ITSELF;
    }
    OwnerNode self = owners.node(slot);
    // Resources owned by infrastructure are infrastructure as well, and are shown instead of their
    // owner.
    boolean stoodFor = self != null && slot.infrastructure() && ownsApart(self);
    if (stoodFor || (self != null && ownsOpen(self))) {
      return Shown.AS_OWNER;
    }
    if (self != null && isShownWithOwner(self)) {
      return Shown.WITH_OWNER;
    }
    if (mesh) {
      OwnerNode owner = owners.ownerOf(slot);
      return owner != null && !owner.isClosed() ? Shown.WITH_OWNER : Shown.FOR_ITSELF;
    }
    // A container that never owned anything may hold something untracked.
    boolean emptied = slot.ownership().hasOwned() && (self == null || !ownsApart(self));
    return emptied && isGone(slot) ? Shown.HOLLOW : Shown.FOR_ITSELF;
  }

  /**
   * Whether a container was collected or is unreachable. If the JVM ignores requests to collect
   * garbage, only a heap dump shows this.
   */
  private boolean isGone(SlotEntry slot) {
    return slot.state() == SlotState.COLLECTED
        || (slot.state() == SlotState.OPEN && heap.holderOf(slot) == HeapFacts.Holder.NOTHING);
  }

  /**
   * Whether only views or infrastructure are open in this owner, and this owner has an open owner
   * of its own, which is shown instead.
   */
  private boolean isShownWithOwner(OwnerNode owner) {
    if (ownsOpen(owner) || !ownsApart(owner)) {
      return false;
    }
    OwnerNode above = owners.ownerOf(owner.slot());
    return above != null && !above.isClosed() && !above.type().holder();
  }

  private boolean ownsOpen(OwnerNode owner) {
    return owner.ownsOpen() || ownsOpenContainer.contains(owner);
  }

  private boolean ownsApart(OwnerNode owner) {
    return owner.ownsApart() || ownsApartContainer.contains(owner);
  }

  /** The number of containers with a verdict of their own. */
  long judged() {
    return judged;
  }

  /**
   * The number of containers that were collected or became unreachable after their contents had
   * been closed.
   */
  long hollow() {
    return hollow;
  }
}
