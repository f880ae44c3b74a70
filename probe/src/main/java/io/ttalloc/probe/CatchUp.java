package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * Records what earlier hooks, of this thread or of any other, could not record when it happened.
 */
final class CatchUp {
  private final Late late;
  private final Tracked tracked;
  private final Closings closings;
  private final CountedReferences counts;
  private final CloseCompletion completion;
  private final Holdings holdings;
  private final Updates updates;

  CatchUp(
      Late late,
      Tracked tracked,
      Closings closings,
      CountedReferences counts,
      CloseCompletion completion,
      Holdings holdings,
      Updates updates) {
    this.late = late;
    this.tracked = tracked;
    this.closings = closings;
    this.counts = counts;
    this.completion = completion;
    this.holdings = holdings;
    this.updates = updates;
  }

  /**
   * Records what there is; called at the start of a hook, so it must cost nothing if there is none.
   */
  void ifDue(ThreadState thread) {
    if (late.latest != null || thread.unfreed != null) {
      completion.owned().closeUnfreed(thread);
      recordLate(thread);
    }
  }

  private void recordLate(ThreadState thread) {
    boolean again;
    do {
      again = false;
      @Nullable Object[] event = late.takeAll();
      while (event != null) {
        @Nullable Object[] next = (Object[]) event[Late.EARLIER];
        try {
          again |= record(thread, event);
        } catch (Throwable e) {
          late.putBack(next);
          throw e;
        }
        event = next;
      }
    } while (again);
  }

  /** Records one event; true if it was put back, and can be recorded by now. */
  private boolean record(ThreadState thread, @Nullable Object[] event) {
    Object object = event[Late.OBJECT];
    Object other = event[Late.OTHER];
    Object detail = event[Late.DETAIL];
    if (object == null) {
      return false;
    }
    if (event[Late.KIND] == Late.UPDATE) {
      return recordUpdate(thread, (Resource) object, (Update) detail, event);
    }
    if (event[Late.KIND] == Late.HOLD) {
      return holdings.held(thread, other, object, detail, false);
    }
    if (event[Late.KIND] == Late.DROP) {
      return holdings.dropped(thread, other, object, false);
    }
    if (other instanceof Resource begun) {
      closings.endOther(thread, begun, (Throwable) detail);
    } else if (other instanceof CountCall call) {
      counts.end(thread, call, (Throwable) detail);
    } else if (!(other instanceof InnerClose)) {
      return recordWholeClose(thread, object, event);
    }
    return false;
  }

  private boolean recordUpdate(
      ThreadState thread, Resource resource, @Nullable Update update, @Nullable Object[] event) {
    if (update == null || updates.updatedLate(thread, resource, update)) {
      return false;
    }
    event[Late.EARLIER] = null;
    late.putBack(event);
    // The thread that has it catches up afterwards, and may have done so already.
    return !resource.isTaken();
  }

  private boolean recordWholeClose(ThreadState thread, Object object, @Nullable Object[] event) {
    Resource resource = tracked.resources.find(object);
    if (resource == null) {
      return false;
    }
    if (resource.status() == Resource.OPENING) {
      event[Late.EARLIER] = null;
      late.putBack(event);
      // The thread that opens it catches up afterwards, and may have done so already.
      return resource.status() != Resource.OPENING;
    }
    completion.close(thread, resource);
    return false;
  }
}
