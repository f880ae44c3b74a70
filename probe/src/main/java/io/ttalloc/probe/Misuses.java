package io.ttalloc.probe;

import io.ttalloc.ledger.MisuseKind;
import org.jspecify.annotations.Nullable;

/** Records what the application does wrong with a resource, each with the current stack. */
final class Misuses {
  private static final String OVERLAPPING = "the first close was still running, on another thread";

  private final Tracked tracked;

  Misuses(Tracked tracked) {
    this.tracked = tracked;
  }

  /** A closed resource was closed again. */
  void closedTwice(Resource resource) {
    add(MisuseKind.DOUBLE_CLOSE, resource, resource.closeStack(), 0);
  }

  /** A resource was closed that another thread is just closing. */
  void closedTwiceAtOnce(Resource resource) {
    add(MisuseKind.DOUBLE_CLOSE, resource, 0, tracked.ledger.text(OVERLAPPING));
  }

  /** A closed resource got a call that only an open one may get. */
  void usedAfterClose(Resource resource) {
    add(MisuseKind.USE_AFTER_CLOSE, resource, resource.closeStack(), 0);
  }

  /** A close threw. */
  void closeFailed(Resource resource, Throwable thrown) {
    add(
        MisuseKind.CLOSE_FAILED,
        resource,
        resource.tally().stackId(),
        tracked.ledger.text("it threw " + thrown.getClass().getName()));
  }

  /** A close has begun: is it within the close of another owner, while its own is still open? */
  void checkCloser(ThreadState thread, Resource resource) {
    Owner owner = Tracked.ownerOf(resource);
    if (owner == null || !owner.isOpen()) {
      return;
    }
    Owner stranger = thread.closers.stranger(owner);
    if (stranger == null || thread.scopes.isIn(owner)) {
      return;
    }
    String detail =
        "it belongs to "
            + tracked.nameOf(owner)
            + ", which is open; it was closed by the close of "
            + tracked.nameOf(stranger);
    add(
        MisuseKind.CLOSED_BY_OTHER,
        resource,
        resource.tally().stackId(),
        tracked.ledger.text(detail));
  }

  private void add(MisuseKind kind, Resource resource, int firstStack, int detail) {
    int counted =
        tracked.ledger.misuse(
            kind, resource.tally().typeId(), firstStack, tracked.stackHere(), detail);
    String label = labelOf(resource);
    if (label != null) {
      tracked.ledger.misusedLabel(counted, label);
    }
  }

  /** The slot of a closed resource may be another's. */
  private @Nullable String labelOf(Resource resource) {
    return resource.isClosed() ? resource.labelKept() : tracked.slots.label(resource.slot());
  }
}
