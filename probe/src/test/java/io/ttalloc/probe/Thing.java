package io.ttalloc.probe;

import io.ttalloc.probe.ResourceModel.Kind;
import io.ttalloc.probe.ResourceModel.State;
import io.ttalloc.probe.TestProbe.WithField;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One resource. An object that is opened again is a different resource. */
final class Thing {
  /** A cache that holds a resource, and the resource's name in the cache. */
  record Holding(Thing cache, String entry) {}

  final long id;
  final Kind kind;
  final WithField object;
  State state = State.OPEN;
  int device;
  boolean closeFailed;
  boolean infrastructure;
  boolean hasOwned;
  boolean hasOwnedLost;
  @Nullable Thing owner;
  final List<Thing> children = new ArrayList<>();

  /** The latest cache comes first. */
  final List<Holding> holdings = new ArrayList<>();

  Thing(long id, Kind kind, WithField object) {
    this.id = id;
    this.kind = kind;
    this.object = object;
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  List<Thing> children() {
    return List.copyOf(children);
  }

  /**
   * Whether this resource may still get children. While it is being closed, it may get the children
   * of resources that are closed within its close.
   */
  boolean mayGetChildren() {
    return isOpen() || state == State.CLOSING;
  }

  boolean isLost() {
    return state == State.LOST || state == State.COUNTED;
  }

  /** Whether the bytes of this resource count as used on its device. */
  boolean isOnDevice() {
    return kind == Kind.PLACED && (isOpen() || state == State.LOST);
  }

  /** The text of the slot, as read from the ledger; null if the resource has no slot. */
  @Nullable String inLedger() {
    boolean remembered = state == State.CLOSED && !children.isEmpty();
    if (!isOpen() && state != State.LOST && !remembered) {
      return null;
    }
    Holding held = holdings.isEmpty() ? null : holdings.get(0);
    boolean isHeld = held != null && held.cache() == owner;
    return SlotText.of(
        remembered ? "CLOSED_OWNER" : isOpen() ? "OPEN" : "COLLECTED",
        kind.name(),
        owner == null ? 0 : owner.id,
        isHeld ? held.cache().id : 0,
        isHeld ? held.entry() : null,
        device,
        closeFailed,
        infrastructure,
        hasOwned);
  }
}
