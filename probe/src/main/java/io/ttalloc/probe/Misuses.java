package io.ttalloc.probe;

import io.ttalloc.ledger.MisuseKind;
import org.jspecify.annotations.Nullable;

/**
 * Records what the application does wrong with a resource, each with the current stack. No method
 * throws: a misuse is never worth the event beside it.
 */
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
    add(MisuseKind.DOUBLE_CLOSE, resource, 0, OVERLAPPING, resource.labelKept());
  }

  /** A closed resource got a call that only an open one may get. */
  void usedAfterClose(Resource resource) {
    addAfterClose(MisuseKind.USE_AFTER_CLOSE, resource);
  }

  /** A close threw. */
  void closeFailed(Resource resource, Throwable thrown) {
    try {
      String detail = "it threw " + thrown.getClass().getName();
      addWhileOpen(MisuseKind.CLOSE_FAILED, resource, detail);
    } catch (Throwable e) {
      tracked.errors.failed(e);
    }
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
    try {
      String detail =
          "it belongs to "
              + tracked.nameOf(owner)
              + ", which is open; it was closed by the close of "
              + tracked.nameOf(stranger);
      addWhileOpen(MisuseKind.CLOSED_BY_OTHER, resource, detail);
    } catch (Throwable e) {
      tracked.errors.failed(e);
    }
  }

  /** The slot of a resource that is closed, or closing on another thread, may be another's. */
  private void addAfterClose(MisuseKind kind, Resource resource) {
    add(kind, resource, resource.closeStack(), null, resource.labelKept());
  }

  /** A misuse of a resource that is open, or that this thread is closing. */
  private void addWhileOpen(MisuseKind kind, Resource resource, String detail) {
    add(kind, resource, resource.tally().stackId(), detail, tracked.slots.label(resource.slot()));
  }

  private void add(
      MisuseKind kind,
      Resource resource,
      int firstStack,
      @Nullable String detail,
      @Nullable String label) {
    try {
      int text = detail == null ? 0 : tracked.ledger.text(detail);
      int counted =
          tracked.ledger.misuse(
              kind, resource.tally().typeId(), firstStack, tracked.stackHere(), text);
      if (label != null) {
        tracked.ledger.misusedLabel(counted, label);
      }
    } catch (Throwable e) {
      tracked.errors.failed(e);
    }
  }
}
