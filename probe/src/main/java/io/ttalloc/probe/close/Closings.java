package io.ttalloc.probe.close;

import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.commit.CloseCompletion;
import io.ttalloc.probe.hook.Calls;
import io.ttalloc.probe.hook.DeferredEvents;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.Resources;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.probe.stack.StackInspection;
import org.jspecify.annotations.Nullable;

/**
 * Records the closes that the application performs: when they begin, when they end, and how they
 * fail.
 *
 * <p>The slot is marked when a close begins, because the memory of the resource may be allocated
 * again before the close ends. The slot is freed when the close ends without an exception.
 */
public final class Closings {
  private final Slots slots;
  private final ProbeRules rules;
  private final Resources resources;
  private final Misuses misuses;
  private final UnknownCloses unknown;
  private final CloseCompletion completion;
  private final HookErrors errors;

  public Closings(
      LedgerWriter ledger,
      ProbeRules rules,
      Resources resources,
      Misuses misuses,
      UnknownCloses unknown,
      CloseCompletion completion,
      HookErrors errors) {
    this.slots = ledger.slots();
    this.rules = rules;
    this.resources = resources;
    this.misuses = misuses;
    this.unknown = unknown;
    this.completion = completion;
    this.errors = errors;
  }

  /**
   * Begins a close.
   *
   * @return the resource; {@link DeferredEvents#TOKEN} if another thread is opening it at the
   *     moment; a {@link Calls.Call} if it is already closed and its rule forbids certain calls
   *     after a close, or if this close is nested in another one; null if this call closes nothing,
   *     because the resource is already closed or unknown
   */
  public @Nullable Object begin(ThreadState thread, @Nullable Object object, int rule) {
    Resource resource = resources.find(object);
    if (resource == null) {
      resource = object == null ? null : unknown.closed(thread, object, rule);
      if (resource == null) {
        return null;
      }
    }
    if (resource instanceof Owner) {
      // Allocated now, since nothing may throw once the close has begun.
      thread.closers.makeRoom();
    }
    do {
      if (resource.status() == Resource.OPENING) {
        return DeferredEvents.TOKEN;
      }
      if (resource.beginClose(thread.number)) {
        begun(thread, resource);
        return resource;
      }
      // The resource was opened meanwhile, or another close of it has failed: try again.
    } while (resource.isOpen());
    ProbeType type = rules.type(rule);
    if (resource.isClosed()) {
      return type.isWatchedAfterClose ? closedAgain(thread, resource, type) : null;
    }
    if (resource.isClosedBy(thread.number)) {
      return thread.innerCloses.on(resource, 0);
    }
    if (!type.idempotent && resource.isClosedByOther(thread.number)) {
      misuses.closedTwiceAtOnce(resource);
    }
    return null;
  }

  private Calls.@Nullable Call closedAgain(ThreadState thread, Resource resource, ProbeType type) {
    if (thread.afterClose.has(resource)) {
      return null;
    }
    Calls.Call call = thread.afterClose.on(resource, 0);
    if (!type.idempotent) {
      misuses.closedTwice(resource);
    }
    return call.begin();
  }

  private void begun(ThreadState thread, Resource resource) {
    slots.setState(resource.slot(), SlotLayout.STATE_CLOSING);
    if (!thread.closers.isEmpty()) {
      misuses.checkCloser(thread, resource);
    }
    if (resource instanceof Owner owner) {
      thread.closers.push(owner);
    }
  }

  /**
   * Records a use of a closed object.
   *
   * @return the call, which the caller must end; null if the use is nested in another call, even if
   *     the outer call began before the close
   */
  public Calls.@Nullable Call used(ThreadState thread, Object object) {
    Resource resource = resources.find(object);
    if (resource == null || thread.uses.hasOn(object) || thread.afterClose.has(resource)) {
      return null;
    }
    Calls.Call call = thread.afterClose.on(resource, 0);
    misuses.usedAfterClose(resource);
    return call.begin();
  }

  /**
   * Ends a close that this thread has begun. Does nothing if the thread has begun no close, or has
   * ended it already.
   */
  public void end(ThreadState thread, Resource resource, @Nullable Throwable thrown) {
    if (!resource.isClosedBy(thread.number)) {
      return;
    }
    if (resource instanceof Owner owner) {
      thread.closers.pop(owner);
    }
    boolean reclaimed = isReclaimed(thread);
    if (!thread.innerCloses.endAll(resource) && thrown != null) {
      if (reclaimed) {
        // The program has not closed the resource, so reports list the resource as open.
        reopen(resource);
      } else {
        fail(thread, resource, thrown);
      }
      return;
    }
    int stack = completion.describe(thread, resource, reclaimed);
    completion.finish(thread, resource, stack, reclaimed);
  }

  /** Whether a close on this thread is performed by a Cleaner or finalizer. Throws nothing. */
  private boolean isReclaimed(ThreadState thread) {
    try {
      return thread.reclaimer
          || (thread.scopes.reclaiming() && !StackInspection.isCleanedByProgram());
    } catch (Throwable e) {
      errors.failed(e);
      return true;
    }
  }

  /**
   * Records that something other than the program has become the owner of a resource. Does nothing
   * if the resource is not open.
   */
  public void disown(ThreadState thread, @Nullable Object object) {
    Resource resource = resources.find(object);
    if (resource != null && resource.beginClose(thread.number)) {
      int stack = completion.describeDisowned(thread, resource);
      completion.finish(thread, resource, stack, false);
      resource.tally().disowned();
      resource.disowned();
    }
  }

  private void fail(ThreadState thread, Resource resource, Throwable thrown) {
    slots.addFlags(resource.slot(), SlotLayout.FLAG_CLOSE_FAILED);
    resource.tally().closeFailed(thread.stripe);
    misuses.closeFailed(resource, thrown);
    reopen(resource);
  }

  private void reopen(Resource resource) {
    slots.setState(resource.slot(), SlotLayout.STATE_OPEN);
    resource.closeFailed();
  }
}
