package io.ttalloc.probe.close;

import io.ttalloc.ledger.slots.SlotCounts;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.commit.CloseCompletion;
import io.ttalloc.probe.hook.Calls;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.Resources;
import io.ttalloc.probe.stack.StackCapture;
import org.jspecify.annotations.Nullable;

/**
 * Counts the references to resources. A resource is closed when its count, which is 1 at first,
 * reaches 0. Also records the last calls that changed the count.
 *
 * <p><b>When a call counts.</b> Calls that increase or decrease the count take effect here when
 * they begin. The caller of {@code retain} has a reference whose release has not begun, so the
 * count here is never 0 while there is a usable reference. If calls counted when they ended, a
 * {@code retain} could be recorded after another thread's {@code release}, which would then be
 * mistaken for the last one; and a pool may hand out the object again after the last {@code
 * release} has released it, but before that call ends. A call that throws has changed nothing, so
 * its effect on the count is undone and the call is not recorded.
 */
public final class CountedReferences {
  private final LedgerWriter ledger;
  private final SlotCounts counts;
  private final Resources resources;
  private final StackCapture stacks;
  private final Closings closings;
  private final CloseCompletion completion;

  public CountedReferences(
      LedgerWriter ledger,
      Resources resources,
      StackCapture stacks,
      Closings closings,
      CloseCompletion completion) {
    this.ledger = ledger;
    this.counts = ledger.slots().extensions().counts();
    this.resources = resources;
    this.stacks = stacks;
    this.closings = closings;
    this.completion = completion;
  }

  /**
   * Begins a call.
   *
   * @param change the number of references that the call adds; negative if it releases some
   * @return the result of {@link Closings#begin} if the call releases the last reference; null if
   *     the call is nested in another one or changes nothing; otherwise the call, which must be
   *     ended
   */
  public @Nullable Object begin(ThreadState thread, @Nullable Object object, int rule, int change) {
    Resource resource = resources.find(object);
    if (resource == null || !resource.pin()) {
      boolean gone = resource == null || !resource.isOpen();
      return change < 0 && gone ? closings.begin(thread, object, rule) : null;
    }
    int count;
    Calls.Call call;
    try {
      if (thread.counting.has(resource)) {
        return null;
      }
      call = thread.counting.on(resource, change);
      count = counts.change(resource.slot(), change, thread.batch);
    } finally {
      completion.unpin(thread, resource);
    }
    return count > 0 ? call.begin() : closings.begin(thread, object, rule);
  }

  /** Ends a call that has not released the last reference. */
  public void end(ThreadState thread, Calls.Call call, @Nullable Throwable thrown) {
    call.end();
    if (thrown != null) {
      takeBack(thread, call);
      return;
    }
    // Captured before the resource is pinned, because a pin delays the close of the resource.
    int stack = call.resource.isOpen() ? stacks.here() : 0;
    if (call.resource.pin()) {
      try {
        counts.addChange(
            call.resource.slot(), call.change > 0, stack, thread.name, ledger.now(), thread.batch);
      } finally {
        completion.unpin(thread, call.resource);
      }
    }
  }

  private void takeBack(ThreadState thread, Calls.Call call) {
    int count = 1;
    if (call.resource.pin()) {
      try {
        count = counts.change(call.resource.slot(), -call.change, thread.batch);
      } finally {
        completion.unpin(thread, call.resource);
      }
    }
    if (count <= 0) {
      // Meanwhile another thread released the last reference, but the count still included this
      // call.
      completion.close(thread, call.resource);
    }
  }
}
