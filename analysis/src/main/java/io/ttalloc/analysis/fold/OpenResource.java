package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.facts.OwnerTree;
import io.ttalloc.analysis.memory.Place;
import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import org.jspecify.annotations.Nullable;

/** One resource that is open or was lost, with what the facts know around it. */
public final class OpenResource {
  private static final int NOT_LOOKED_UP = -2;

  private final Facts facts;
  private final SlotEntry slot;
  private final Place place;
  private final @Nullable Regions regions;
  private int region = NOT_LOOKED_UP;
  private @Nullable OwnerNode root;
  private @Nullable OwnerNode stop;
  private @Nullable OwnerNode collected;

  /** Looks up what surrounds the slot. */
  public OpenResource(Facts facts, SlotEntry slot) {
    this.facts = facts;
    this.slot = slot;
    place = Place.of(slot);
    regions = facts.memory().at(place);
    walkUp();
  }

  /** Up to the first owner that was closed or that is a cache. */
  private void walkUp() {
    OwnerTree owners = facts.owners();
    SlotEntry at = slot;
    for (int depth = 0; depth < OwnerTree.MAX_DEPTH; depth++) {
      OwnerNode holder = owners.holderOf(at);
      OwnerNode up = holder != null ? holder : owners.ownerOf(at);
      if (up == null) {
        return;
      }
      if (up.isCollected()) {
        collected = up;
      } else if (up.isClosed() || up.type().holder()) {
        stop = up;
        return;
      }
      root = up;
      at = up.slot();
    }
  }

  /** The facts around it. */
  public Facts facts() {
    return facts;
  }

  /** What the ledger has on it. */
  public SlotEntry slot() {
    return slot;
  }

  /** Where it is. */
  public Place place() {
    return place;
  }

  /** The memory taken there, or null if none is. */
  public @Nullable Regions regions() {
    return regions;
  }

  /** Index of its region in {@link #regions}, -1 if it has none. */
  public int region() {
    if (region == NOT_LOOKED_UP) {
      region = regions == null || !slot.hasAddress() ? -1 : regions.find(slot.address());
    }
    return region;
  }

  /** Whether another owner claims a part of its region. */
  public boolean isContested() {
    return regions != null && regions.hasContested() && region() >= 0 && regions.contested(region);
  }

  /** Whether it is a view that has an address where no memory is taken any more. */
  public boolean isDangling() {
    return slot.alias() && slot.hasAddress() && region() < 0;
  }

  /**
   * The call that opened it, or an owner of it, and has not returned; null if all have. What such a
   * call opened it may still close, and with it what that owns.
   */
  public @Nullable Frame runningCall() {
    OwnerTree owners = facts.owners();
    SlotEntry at = slot;
    for (int depth = 0; depth <= OwnerTree.MAX_DEPTH; depth++) {
      Frame call = facts.calls().opening(at);
      OwnerNode owner = owners.ownerOf(at);
      if (call != null || owner == null) {
        return call;
      }
      at = owner.slot();
    }
    return null;
  }

  /** Whether the collector took it or an owner of it. */
  public boolean isCollected() {
    return collected != null || slot.state() == SlotState.COLLECTED;
  }

  /** Whether the owner at which the way up ends was closed and does not free what it owns. */
  public boolean isLeftByOwner() {
    return stop != null && stop.isClosed() && !stop.type().freesOwned();
  }

  /** Whether the way up ends at a cache that is open. */
  public boolean isInCache() {
    return stop != null && !stop.isClosed();
  }

  /** The outermost owner that is open or collected, below a cache or a closed one. */
  public @Nullable OwnerNode root() {
    return root;
  }

  /** The cache or the closed owner at which the way up ended. */
  public @Nullable OwnerNode stop() {
    return stop;
  }

  /** The outermost owner on the way up that the collector took. */
  public @Nullable OwnerNode collectedOwner() {
    return collected;
  }
}
