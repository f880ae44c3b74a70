package io.ttalloc.probe;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.close.Closings;
import io.ttalloc.probe.close.CountedReferences;
import io.ttalloc.probe.close.Misuses;
import io.ttalloc.probe.close.UnknownCloses;
import io.ttalloc.probe.commit.CloseCompletion;
import io.ttalloc.probe.commit.Endings;
import io.ttalloc.probe.commit.History;
import io.ttalloc.probe.commit.Links;
import io.ttalloc.probe.commit.OnDevices;
import io.ttalloc.probe.hook.Calls;
import io.ttalloc.probe.hook.DeferredEvents;
import io.ttalloc.probe.hook.FullHeap;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.hook.ProbeListener;
import io.ttalloc.probe.hook.StackRoom;
import io.ttalloc.probe.hook.Task;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.hook.ThreadStates;
import io.ttalloc.probe.open.NumbersOpenedAgain;
import io.ttalloc.probe.open.Openings;
import io.ttalloc.probe.open.Updates;
import io.ttalloc.probe.own.EarlyHoldings;
import io.ttalloc.probe.own.Holdings;
import io.ttalloc.probe.own.Scopes;
import io.ttalloc.probe.resource.KeyTable;
import io.ttalloc.probe.resource.Keyed;
import io.ttalloc.probe.resource.RecordedTypes;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.Resources;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.probe.stack.LastStacks;
import io.ttalloc.probe.stack.StackCapture;
import java.lang.ref.Reference;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * The common path of all hooks: guards every event and passes the event to the class that records
 * it.
 *
 * <p>An event that arrives while its thread is already in a hook was caused by the probe itself and
 * is ignored. Nothing thrown inside escapes to the application; it is counted, and after {@link
 * HookErrors#MAX} errors the probe switches itself off. No hook waits for another thread.
 * Thread-safe.
 *
 * <p><b>The protocol of a hook.</b>
 *
 * <ol>
 *   <li>{@link StackRoom#check} checks that the stack has room for the whole hook. If not, the
 *       error propagates to {@link Hooks}, where the event is dropped and counted: no hook
 *       overflows later. The hook at the beginning of a close also checks for the hook at its end.
 *   <li>The hook allocates everything that the event needs, and calls the application's code
 *       ({@code toString()}). An error here drops the event, which is counted; anything acquired is
 *       released again.
 *   <li>The hook commits the event, in steps that cannot throw.
 *   <li>The hook adds details that the ledger can do without: history, lifetime, the stack of a
 *       close, misuse. An error here costs only that detail, and is counted as well. The end of a
 *       close does this before it commits, since the details are read from the slot that the commit
 *       frees.
 * </ol>
 *
 * <p>The flag that a thread is in a hook is cleared inline, before anything else: a method call
 * might overflow the stack, and if the flag stayed set, all later events of the thread would be
 * ignored.
 *
 * <p>The entry methods for hooks are never inlined: they would be compiled into each woven method,
 * which slows the start of a program far more than the calls cost later.
 *
 * <p>Public only for {@link Hooks}, which documents the methods.
 */
public final class Recorder {
  final HookErrors errors;
  final Resources resources;
  final History history;
  final ThreadStates threads;
  final Collected collected;
  final LastStacks lastStacks;
  final DeferredEvents deferred = new DeferredEvents();
  final EarlyHoldings early;

  private final LedgerWriter ledger;
  private final ProbeRules rules;
  private final ProbeListener listener;
  private final Updates updates;
  private final Openings openings;
  private final Closings closings;
  private final CountedReferences counts;
  private final Holdings holdings;
  private final Scopes scopes;
  private final CatchUp catchUp;
  private final NumbersOpenedAgain openedAgain;

  /** The number of events dropped for lack of stack and not yet in the ledger. Not exact. */
  public int withoutStack;

  /**
   * @param captures whether stacks are captured
   * @param raw whether raw stack keys work in this JVM
   * @param switchOff switches the probe off
   */
  // Over 40 lines: creates all parts.
  Recorder(
      LedgerWriter ledger,
      ProbeRules rules,
      boolean captures,
      boolean raw,
      ProbeListener listener,
      Task switchOff) {
    this.ledger = ledger;
    this.rules = rules;
    this.listener = listener;
    FullHeap heap = new FullHeap();
    errors = new HookErrors(ledger, listener, heap, switchOff);
    resources = new Resources(rules);
    threads = new ThreadStates(ledger);
    OnDevices onDevices = new OnDevices(ledger);
    history = new History(ledger, onDevices, errors);
    StackCapture stacks = new StackCapture(ledger, captures, raw, heap, errors);
    RecordedTypes types = new RecordedTypes(ledger, rules);

    Endings endings = new Endings(ledger, rules, resources, onDevices, history);
    Links links = new Links(ledger, rules, endings);
    CloseCompletion completion =
        new CloseCompletion(ledger, rules, stacks, history, endings, links, errors);
    UnknownCloses unknown = new UnknownCloses(ledger, rules, resources, types, stacks, heap);
    Misuses misuses = new Misuses(ledger, rules, stacks, errors);
    closings = new Closings(ledger, rules, resources, misuses, unknown, completion, errors);
    counts = new CountedReferences(ledger, resources, stacks, closings, completion);
    collected = new Collected(resources.queue, completion, threads, errors);

    early = new EarlyHoldings(resources, links, completion);
    holdings = new Holdings(ledger, resources, stacks, links, completion, early, deferred);
    scopes = new Scopes(ledger, rules, resources, links, completion);
    updates = new Updates(ledger, rules, resources, onDevices, history, completion, deferred);
    openings =
        new Openings(
            ledger,
            rules,
            resources,
            types,
            stacks,
            heap,
            onDevices,
            links,
            endings,
            history,
            completion,
            updates,
            early,
            unknown,
            scopes);
    openedAgain = new NumbersOpenedAgain(ledger, rules, stacks, listener);
    catchUp = new CatchUp(deferred, resources, completion, holdings, updates, errors);
    lastStacks = new LastStacks(threads, stacks, ledger);
  }

  /**
   * Marks this thread as being in a hook and returns its state; returns null if the thread is
   * already in a hook. Records the events that earlier hooks have deferred. Throws nothing once the
   * stack is known to have room.
   */
  private @Nullable ThreadState enter() {
    ThreadState entered = null;
    try {
      ThreadState thread = threads.get();
      if (thread.busy) {
        return null;
      }
      entered = thread;
      thread.busy = true;
      catchUp(thread);
      return thread;
    } catch (Throwable e) {
      if (entered != null) {
        entered.busy = false;
      }
      errors.failed(e);
      return null;
    }
  }

  /** Returns the unused slots of a thread to the pool, unless the thread may keep them. */
  private void giveBack(ThreadState thread) {
    if (!thread.keepsSlots) {
      try {
        ledger.slots().drain(thread.batch);
      } catch (Throwable e) {
        errors.failed(e);
      }
    }
  }

  private void catchUp(ThreadState thread) {
    if (withoutStack != 0) {
      countWithoutStack();
    }
    if (deferred.areThere()) {
      catchUp.recordAll(thread);
    }
  }

  private void countWithoutStack() {
    int events = withoutStack;
    withoutStack = 0;
    for (int i = 0; i < events; i++) {
      ledger.dropped(Loss.NO_STACK);
    }
  }

  @DontInline
  public boolean wantsStack(@Nullable Object object) {
    try {
      return object != null && openings.wantsStack(object);
    } catch (StackOverflowError e) {
      // The hook of the opening itself will find that the stack has no room, and count the event.
      return false;
    } catch (Throwable e) {
      errors.failed(e);
      return false;
    }
  }

  public int attributeThrew(@Nullable Object object, int rule, int attribute, Throwable thrown) {
    try {
      return errors.attribute(object, rules.type(rule), attribute, thrown);
    } catch (Throwable e) {
      // Only the report of this exception is lost: the opening is still recorded.
      return ProbeType.ATTRIBUTES;
    }
  }

  @DontInline
  public void opened(
      @Nullable Object object,
      int rule,
      long bytes,
      long extent,
      long address,
      int device,
      @Nullable Object space,
      @Nullable Object session,
      boolean owns,
      boolean shared,
      @Nullable Object label,
      @Nullable Throwable here) {
    if (object == null) {
      return;
    }
    StackRoom.check();
    ThreadState thread = enter();
    if (thread != null) {
      try {
        ProbeType type = rules.type(rule);
        thread.placement.setOpened(type.slotFlags, bytes, extent, address, device, owns, shared);
        openings.opened(thread, object, type, rule, space, session, label, here);
        if (thread.scopes.constructions.hasAwaited()) {
          scopes.opened(thread, object);
        }
        if (early.areThere()) {
          holdings.opened(thread, object);
        }
        // Another thread may have closed the resource while it was being opened.
        catchUp(thread);
      } catch (Throwable e) {
        errors.openingFailed(e);
        catchUp(thread);
      } finally {
        thread.busy = false;
        giveBack(thread);
        Reference.reachabilityFence(object);
      }
    }
  }

  public @Nullable Object keyed(long value, @Nullable Object owner, int rule, int purpose) {
    StackRoom.check();
    Keyed keyed = resources.keys.of(value, owner, rule, purpose);
    if (keyed != null && purpose == KeyTable.OPENED && keyed.isOpen()) {
      openedAgain(keyed, rule);
    }
    return keyed;
  }

  private void openedAgain(Keyed keyed, int rule) {
    ThreadState thread = enter();
    if (thread != null) {
      try {
        openedAgain.opened(thread, keyed, rule);
      } catch (Throwable e) {
        errors.failed(e);
      } finally {
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  /**
   * Called when a close, or a call that changes the reference count, begins.
   *
   * @param change the number that is added to the count; 0 for a close
   */
  @DontInline
  public @Nullable Object closing(Object object, int rule, int change) {
    StackRoom.checkForTwo();
    ThreadState thread = enter();
    if (thread != null) {
      try {
        return change == 0
            ? closings.begin(thread, object, rule)
            : counts.begin(thread, object, rule, change);
      } catch (Throwable e) {
        errors.failed(e);
      } finally {
        thread.busy = false;
        giveBack(thread);
      }
    }
    return null;
  }

  @DontInline
  public void closed(Object object, Object token, @Nullable Throwable thrown) {
    // The hook that returned the token has checked that the stack has room for this hook as well.
    ThreadState thread = enter();
    if (thread != null) {
      try {
        endCall(thread, object, token, thrown);
      } catch (Throwable e) {
        errors.failed(e);
      } finally {
        thread.busy = false;
        giveBack(thread);
        // Otherwise the object could be collected, and reported as lost, during its own close.
        Reference.reachabilityFence(object);
      }
    }
  }

  /**
   * Ends the call for which {@link #closing} returned a token. The token depends on the call:
   *
   * <ul>
   *   <li>for a close, the resource;
   *   <li>for a close that is nested in another close or follows one, or for a call that changes a
   *       count, a {@link Calls.Call};
   *   <li>for the close of a resource that another thread was opening, {@link
   *       DeferredEvents#TOKEN}.
   * </ul>
   */
  private void endCall(
      ThreadState thread, Object object, Object token, @Nullable Throwable thrown) {
    if (token instanceof Resource begun) {
      closings.end(thread, begun, thrown);
    } else if (token instanceof Calls.Call call) {
      if (call.kind == thread.counting) {
        counts.end(thread, call, thrown);
      } else if (call.kind == thread.afterClose) {
        call.end();
      } else if (thrown == null) {
        // Records that an inner close returned, so that the outer close counts even if the latter
        // throws.
        Calls.Call ignored = call.begin();
      }
    } else if (thrown == null) {
      if (!deferred.add(new DeferredEvents.Close(object))) {
        ledger.dropped(Loss.HOOK_ERROR);
      }
      catchUp(thread);
    }
  }

  /**
   * Called when a method that requires an open resource begins. Only calls on closed resources are
   * recorded.
   */
  @DontInline
  public @Nullable Object used(Object object) {
    try {
      Resource known = resources.find(object);
      if (known == null || known.status() > Resource.SETTLED) {
        return null;
      }
      if (known.isClosed()) {
        return usedAfterClose(object);
      }
      StackRoom.check();
      ThreadState thread = threads.get();
      return thread.busy || thread.uses.has(known) ? null : thread.uses.begin(known);
    } catch (Throwable e) {
      failed(e);
      return null;
    }
  }

  private @Nullable Object usedAfterClose(Object object) {
    StackRoom.check();
    ThreadState thread = enter();
    if (thread != null) {
      try {
        return closings.used(thread, object);
      } finally {
        thread.busy = false;
        giveBack(thread);
      }
    }
    return null;
  }

  public void useEnded(Object token) {
    if (token instanceof Calls.Call call) {
      call.end();
    }
  }

  public boolean isOpen(Object object) {
    try {
      return updates.areDue(object);
    } catch (Throwable e) {
      failed(e);
      return false;
    }
  }

  @DontInline
  public void updated(
      Object object,
      int rule,
      long bytes,
      long extent,
      long address,
      int device,
      @Nullable Object space,
      @Nullable Object session,
      @Nullable Object label,
      int unread) {
    StackRoom.check();
    ThreadState thread = enter();
    if (thread != null) {
      try {
        boolean placed = thread.placement.setAgain(unread, bytes, extent, address, device);
        updates.updated(
            thread, object, rule, placed ? space : null, placed ? session : null, label);
        // Meanwhile another thread may have deferred an update.
        catchUp(thread);
      } catch (Throwable e) {
        errors.failed(e);
      } finally {
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  @DontInline
  public void disowned(Object object) {
    StackRoom.check();
    ThreadState thread = enter();
    if (thread != null) {
      try {
        closings.disown(thread, object);
      } catch (Throwable e) {
        errors.failed(e);
      } finally {
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  @DontInline
  public int scopeEntered(@Nullable Object owner, int scope) {
    StackRoom.check();
    ThreadState thread = enter();
    if (thread != null) {
      try {
        return scopes.enter(thread, owner, scope);
      } catch (Throwable e) {
        errors.failed(e);
      } finally {
        thread.busy = false;
        giveBack(thread);
      }
    }
    return -1;
  }

  @DontInline
  public void scopeExited(int token, int scope, @Nullable Object owner) {
    StackRoom.check();
    ThreadState thread = enter();
    if (thread != null) {
      try {
        scopes.exit(thread, token, scope, owner);
      } catch (Throwable e) {
        errors.failed(e);
      } finally {
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  /**
   * Called when a resource was added to a cache or removed from a cache.
   *
   * @param entry the name under which the cache holds the resource; null if there is none or the
   *     resource was removed
   */
  @DontInline
  public void held(
      Object holder, @Nullable Object object, @Nullable Object entry, boolean isAdded) {
    if (object == null) {
      return;
    }
    StackRoom.check();
    ThreadState thread = enter();
    if (thread != null) {
      try {
        boolean isDue =
            isAdded
                ? holdings.held(thread, holder, object, entry, true)
                : holdings.dropped(thread, holder, object, true);
        if (isDue) {
          catchUp(thread);
        }
      } catch (Throwable e) {
        errors.failed(e);
      } finally {
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  @DontInline
  public void marked(@Nullable Object name) {
    StackRoom.check();
    ThreadState thread = enter();
    if (thread != null) {
      try {
        listener.marked(String.valueOf(name));
      } catch (Throwable e) {
        errors.failed(e);
      } finally {
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  /**
   * Records what hooks have deferred: events, counts of dropped events, and collected resources.
   * Called on a thread of the agent, not in a hook.
   *
   * @return the number of collected resources
   */
  int recordRest() {
    try {
      StackRoom.check();
    } catch (StackOverflowError e) {
      withoutStack++;
      return 0;
    }
    ThreadState thread = threads.get();
    // Runs even within a hook or an unseen task, because the agent itself calls this method.
    boolean before = thread.busy;
    thread.busy = true;
    try {
      catchUp(thread);
      return collected.recordEnqueued(thread);
    } finally {
      thread.busy = before;
    }
  }

  /**
   * Counts an error that occurred in woven code before a hook was reached, or when a hook looked up
   * a resource.
   */
  public void failed(Throwable thrown) {
    if (thrown instanceof StackOverflowError) {
      withoutStack++;
    } else {
      errors.failed(thrown);
    }
  }
}
