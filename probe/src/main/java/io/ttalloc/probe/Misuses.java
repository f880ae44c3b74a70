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
    addAfterClose(MisuseKind.DOUBLE_CLOSE, resource);
  }

  /** A resource was closed that another thread is just closing. */
  void closedTwiceAtOnce(Resource resource) {
    int detail = tracked.ledger.text(OVERLAPPING);
    add(MisuseKind.DOUBLE_CLOSE, resource, 0, detail, resource.labelKept());
  }

  /** A closed resource got a call that only an open one may get. */
  void usedAfterClose(Resource resource) {
    addAfterClose(MisuseKind.USE_AFTER_CLOSE, resource);
  }

  /** A close threw. */
  void closeFailed(Resource resource, Throwable thrown) {
    addWhileOpen(MisuseKind.CLOSE_FAILED, resource, "it threw " + thrown.getClass().getName());
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
    addWhileOpen(MisuseKind.CLOSED_BY_OTHER, resource, detail);
  }

  /** The slot of a resource that is closed, or closing on another thread, may be another's. */
  private void addAfterClose(MisuseKind kind, Resource resource) {
    add(kind, resource, resource.closeStack(), 0, resource.labelKept());
  }

  /** A misuse of a resource that is open, or that this thread is closing. */
  private void addWhileOpen(MisuseKind kind, Resource resource, String detail) {
    add(
        kind,
        resource,
        resource.tally().stackId(),
        tracked.ledger.text(detail),
        tracked.slots.label(resource.slot()));
  }

  private void add(
      MisuseKind kind, Resource resource, int firstStack, int detail, @Nullable String label) {
    int counted =
        tracked.ledger.misuse(
            kind, resource.tally().typeId(), firstStack, tracked.stackHere(), detail);
    if (label != null) {
      tracked.ledger.misusedLabel(counted, label);
    }
  }
}
