package io.ttalloc.probe;

import io.ttalloc.ledger.MisuseKind;

/** Records what the application does wrong with a resource, each with the current stack. */
final class Misuses {
  private static final String OVERLAPPING = "the first close was still running, on another thread";

  private final Tracked tracked;

  Misuses(Tracked tracked) {
    this.tracked = tracked;
  }

  /**
   * A resource that is closed, or is being closed, was closed again. That is no misuse if it is
   * part of the close that is under way.
   */
  void closedTwiceUnlessNested(ThreadState thread, Resource resource) {
    if (resource.isClosed()) {
      add(MisuseKind.DOUBLE_CLOSE, resource, resource.closeStack(), 0);
    } else if (resource.isClosedByOther(thread.number)) {
      add(MisuseKind.DOUBLE_CLOSE, resource, 0, tracked.ledger.text(OVERLAPPING));
    }
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
    tracked.ledger.misuse(kind, resource.tally().typeId(), firstStack, tracked.stackHere(), detail);
  }
}
