package io.ttalloc.probe;

import io.ttalloc.probe.commit.CloseCompletion;
import io.ttalloc.probe.hook.DeferredEvents;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.open.Updates;
import io.ttalloc.probe.own.Holdings;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.Resources;

/** Records the deferred events of all threads. */
final class CatchUp {
  private final DeferredEvents deferred;
  private final Resources resources;
  private final CloseCompletion completion;
  private final Holdings holdings;
  private final Updates updates;
  private final HookErrors errors;

  CatchUp(
      DeferredEvents deferred,
      Resources resources,
      CloseCompletion completion,
      Holdings holdings,
      Updates updates,
      HookErrors errors) {
    this.deferred = deferred;
    this.resources = resources;
    this.completion = completion;
    this.holdings = holdings;
    this.updates = updates;
    this.errors = errors;
  }

  /** Records all deferred events. An event whose recording fails is dropped. Throws nothing. */
  void recordAll(ThreadState thread) {
    boolean again;
    do {
      again = false;
      DeferredEvents.Event event = deferred.takeAll();
      while (event != null) {
        DeferredEvents.Event next = DeferredEvents.after(event);
        try {
          again |= record(thread, event);
        } catch (Throwable e) {
          errors.failed(e);
        }
        event = next;
      }
    } while (again);
  }

  /**
   * Records one event. Returns true if the event was put back although it can be recorded by now.
   */
  private boolean record(ThreadState thread, DeferredEvents.Event event) {
    if (event instanceof DeferredEvents.Change change) {
      return recordChange(thread, change);
    }
    if (event instanceof DeferredEvents.Holding holding) {
      return holding.held
          ? holdings.held(thread, holding.cache, holding.object, holding.entry, false)
          : holdings.dropped(thread, holding.cache, holding.object, false);
    }
    return recordClose(thread, (DeferredEvents.Close) event);
  }

  private boolean recordChange(ThreadState thread, DeferredEvents.Change change) {
    if (updates.updatedLate(thread, change.resource, change.update)) {
      return false;
    }
    deferred.putBack(change);
    // The thread that has pinned the resource records deferred events afterwards, and may already
    // have done so.
    return !change.resource.isTaken();
  }

  private boolean recordClose(ThreadState thread, DeferredEvents.Close close) {
    Resource resource = resources.find(close.object);
    if (resource == null) {
      return false;
    }
    if (resource.status() == Resource.OPENING) {
      deferred.putBack(close);
      // The thread that is opening the resource records deferred events afterwards, and may already
      // have done so.
      return resource.status() != Resource.OPENING;
    }
    completion.close(thread, resource);
    return false;
  }
}
