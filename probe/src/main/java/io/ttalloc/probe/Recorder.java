package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.Loss;
import java.lang.ref.Reference;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * The hook path: guards every event and hands it to the class that records it.
 *
 * <p>An event that arrives while its thread is in a hook is the probe's own doing and is ignored.
 * Nothing that is thrown inside leaves; it is counted, and after {@link HookErrors#MAX} errors the
 * probe switches itself off. No hook waits for another thread. Thread-safe.
 *
 * <p><b>The protocol of a hook.</b>
 *
 * <ol>
 *   <li>{@link StackRoom#check} says whether the stack has room for all of it. If not, the error
 *       leaves to {@link Hooks}, where the event is dropped and counted: no hook overflows later.
 *       The begin of a close checks for its end as well.
 *   <li>It allocates all that the event needs, and calls the application's code ({@code
 *       toString()}). An error here drops the event, which is counted; what was taken is given
 *       back.
 *   <li>It commits, in steps that cannot throw.
 *   <li>It adds what the ledger can do without: history, lifetime, the stack of a close, misuse. An
 *       error here costs that detail alone, and is counted as well.
 * </ol>
 *
 * <p>What hooks enter here by is never inlined: it would be compiled with each woven method, which
 * costs a program far more at its start than calls do afterwards.
 *
 * <p>Public for {@link Hooks} alone, which is in another package when woven code calls it, and
 * which documents the methods of the same names.
 */
public final class Recorder {
  final LedgerWriter ledger;
  final Tracked tracked;
  final HookErrors errors;
  final ThreadStates threads;
  final Collected collected;
  final LastStacks lastStacks;
  public final KeyTable keys;

  private final ProbeListener listener;
  final DeferredEvents deferred = new DeferredEvents();
  private final Updates updates;
  private final Openings openings;
  private final Closings closings;
  private final CountedReferences counts;
  private final Holdings holdings;
  private final Scopes scopes;
  private final CatchUp catchUp;
  private final NumbersOpenedAgain openedAgain;

  /** Events that were dropped for lack of stack and are not in the ledger yet. Not exact. */
  public int withoutStack;

  Recorder(
      LedgerWriter ledger,
      ProbeRules rules,
      @Nullable StackCapture stacks,
      ProbeListener listener,
      Task switchOff) {
    this.ledger = ledger;
    this.listener = listener;
    FullHeap heap = new FullHeap();
    this.errors = new HookErrors(ledger, listener, heap, switchOff);
    this.tracked = new Tracked(ledger, rules, stacks, heap, errors);
    this.keys = tracked.resources.keys;
    CloseCompletion completion = new CloseCompletion(tracked);
    this.closings = new Closings(tracked, completion);
    this.counts = new CountedReferences(tracked, closings, completion);
    this.openedAgain = new NumbersOpenedAgain(tracked, listener);
    this.updates = new Updates(tracked, completion, deferred);
    this.holdings = new Holdings(tracked, completion, deferred);
    this.openings = new Openings(tracked, completion, updates, holdings.unopened());
    this.scopes = new Scopes(tracked, completion);
    this.catchUp = new CatchUp(deferred, tracked, completion, holdings, updates);
    this.threads = new ThreadStates(ledger);
    this.collected = new Collected(tracked, completion, threads);
    this.lastStacks = new LastStacks(threads, stacks, ledger);
  }

  /** The state of this thread, which is in a hook from now on; null if it is in one already. */
  private @Nullable ThreadState enter() {
    ThreadState thread = threads.get();
    if (thread.busy) {
      return null;
    }
    thread.busy = true;
    return thread;
  }

  /** Ends a hook. */
  private void leave(@Nullable ThreadState thread) {
    if (thread != null) {
      if (!thread.keepsSlots) {
        giveBackSlots(thread);
      }
      thread.busy = false;
    }
  }

  private void giveBackSlots(ThreadState thread) {
    try {
      ledger.slots().drain(thread.batch);
    } catch (Throwable e) {
      errors.failed(e);
    }
  }

  /** Records what earlier hooks have left. */
  void catchUp(ThreadState thread) {
    if (withoutStack != 0) {
      countWithoutStack();
    }
    catchUp.ifDue(thread);
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
      // The hook of the opening itself will find no room, and count it.
      return false;
    } catch (Throwable e) {
      errors.failed(e);
      return false;
    }
  }

  public int attributeThrew(@Nullable Object object, int rule, int attribute, Throwable thrown) {
    try {
      return errors.attribute(object, tracked.rules.type(rule), attribute, thrown);
    } catch (Throwable e) {
      // Only the note about it is lost: the opening is recorded all the same.
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
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        ProbeType type = tracked.rules.type(rule);
        thread.placement.set(type.slotFlags, bytes, extent, address, device, owns, shared);
        openings.opened(thread, object, type, rule, space, session, label, here);
        scopes.opened(thread, object);
        holdings.opened(thread, object);
        // A close of what was being opened may have come meanwhile, on another thread.
        catchUp.ifDue(thread);
      }
    } catch (Throwable e) {
      errors.openingFailed(e);
    } finally {
      leave(thread);
      Reference.reachabilityFence(object);
    }
  }

  @DontInline
  void openedAgain(Object keyed, int rule) {
    StackRoom.check();
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        openedAgain.opened(thread, keyed, rule);
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
    }
  }

  @DontInline
  public @Nullable Object closing(Object object, int rule) {
    StackRoom.checkForTwo();
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        return closings.begin(thread, object, rule);
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
    }
    return null;
  }

  @DontInline
  public void closed(Object object, Object token, @Nullable Throwable thrown) {
    // The hook that returned the token has checked the stack for this one, too.
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        ended(thread, object, token, thrown);
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
      // Or the collector could take the object, and report it as lost, during its own close.
      Reference.reachabilityFence(object);
    }
  }

  private void ended(ThreadState thread, Object object, Object token, @Nullable Throwable thrown) {
    if (token instanceof Resource begun) {
      closings.end(thread, begun, thrown);
    } else if (token instanceof AfterClose call) {
      call.end();
    } else if (token instanceof InnerClose inner) {
      if (thrown == null) {
        inner.ended(thread);
      }
    } else if (token instanceof CountCall call) {
      counts.end(thread, call, thrown);
    } else if (thrown == null) {
      if (!deferred.add(new DeferredEvents.Close(object))) {
        ledger.dropped(Loss.HOOK_ERROR);
      }
      catchUp.ifDue(thread);
    }
  }

  @DontInline
  public @Nullable Object counting(Object object, int rule, int change) {
    StackRoom.checkForTwo();
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        return counts.begin(thread, object, rule, change);
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
    }
    return null;
  }

  @DontInline
  @Nullable Object usedAfterClose(Object object) {
    StackRoom.check();
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        return closings.used(thread, object);
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
    }
    return null;
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
  public void updated(Object object, int rule, Update update) {
    StackRoom.check();
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        updates.updated(thread, object, update, rule);
        // Another update may have come meanwhile, on another thread.
        catchUp.ifDue(thread);
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
    }
  }

  @DontInline
  public void disowned(Object object) {
    StackRoom.check();
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        closings.disown(thread, object);
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
    }
  }

  @DontInline
  public int scopeEntered(@Nullable Object owner, int scope) {
    StackRoom.check();
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        return scopes.enter(thread, owner, scope);
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
    }
    return -1;
  }

  @DontInline
  public void scopeExited(int token, int scope, @Nullable Object owner) {
    StackRoom.check();
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        scopes.exit(thread, token, scope, owner);
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
    }
  }

  @DontInline
  public void held(Object holder, @Nullable Object object, @Nullable Object entry) {
    if (object == null) {
      return;
    }
    StackRoom.check();
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        if (holdings.held(thread, holder, object, entry, true)) {
          catchUp.ifDue(thread);
        }
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
    }
  }

  @DontInline
  public void dropped(Object holder, @Nullable Object object) {
    if (object == null) {
      return;
    }
    StackRoom.check();
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        if (holdings.dropped(thread, holder, object, true)) {
          catchUp.ifDue(thread);
        }
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
    }
  }

  @DontInline
  public void marked(@Nullable Object name) {
    StackRoom.check();
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        catchUp(thread);
        listener.marked(String.valueOf(name));
      }
    } catch (Throwable e) {
      errors.failed(e);
    } finally {
      leave(thread);
    }
  }

  /** Counts an error in woven code on its way here, or in a thread of the probe. */
  public void failed(Throwable thrown) {
    if (thrown instanceof StackOverflowError) {
      withoutStack++;
    } else {
      errors.failed(thrown);
    }
  }
}
