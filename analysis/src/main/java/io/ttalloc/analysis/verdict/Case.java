package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.memory.Place;
import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.snapshot.Owner;
import io.ttalloc.analysis.snapshot.OwnerTree;
import io.ttalloc.analysis.snapshot.Snapshot;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import org.jspecify.annotations.Nullable;

/** One resource before its judges: the slot and what the snapshot knows around it. */
public final class Case {
  private static final int NOT_LOOKED_UP = -2;

  private final Snapshot snapshot;
  private final SlotEntry slot;
  private final TallyEntry tally;
  private final Place place;
  private final @Nullable Regions regions;
  private int region = NOT_LOOKED_UP;
  private @Nullable Owner root;
  private @Nullable Owner stop;
  private @Nullable Owner collected;

  /** Looks up what surrounds the slot. */
  public Case(Snapshot snapshot, SlotEntry slot) {
    this.snapshot = snapshot;
    this.slot = slot;
    tally = snapshot.tallies().get(slot.tally());
    place = Place.of(slot);
    regions = snapshot.memory().at(place);
    walkUp();
  }

  /** Up to the first owner that was closed or that is a cache. */
  private void walkUp() {
    OwnerTree owners = snapshot.owners();
    SlotEntry at = slot;
    for (int depth = 0; depth < OwnerTree.MAX_DEPTH; depth++) {
      Owner holder = owners.holderOf(at);
      Owner up = holder != null ? holder : owners.ownerOf(at);
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
  public Snapshot snapshot() {
    return snapshot;
  }

  /** What the ledger has on it. */
  public SlotEntry slot() {
    return slot;
  }

  /** What was opened with its type from its stack. */
  public TallyEntry tally() {
    return tally;
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

  /**
   * The call that opened it, or an owner of it, and has not returned; null if all have. What such a
   * call opened it may still close, and with it what that owns.
   */
  public @Nullable Frame runningCall() {
    Frame call = snapshot.calls().opening(slot);
    if (call != null) {
      return call;
    }
    OwnerTree owners = snapshot.owners();
    Owner owner = owners.ownerOf(slot);
    for (int depth = 0; owner != null && depth < OwnerTree.MAX_DEPTH; depth++) {
      call = snapshot.calls().opening(owner.slot());
      if (call != null) {
        return call;
      }
      owner = owners.ownerOf(owner.slot());
    }
    return null;
  }

  /** The outermost owner that is open or collected, below a cache or a closed one. */
  public @Nullable Owner root() {
    return root;
  }

  /** The cache or the closed owner at which the way up ended. */
  public @Nullable Owner stop() {
    return stop;
  }

  /** The outermost owner on the way up that the collector took. */
  public @Nullable Owner collectedOwner() {
    return collected;
  }
}
