package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import java.lang.ref.Reference;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * The hook path: guards every event and hands it to {@link HookEvents}.
 *
 * <p>An event that arrives while its thread is in a hook is the probe's own doing and is ignored.
 * Nothing that is thrown inside leaves; it is counted, and after {@link HookErrors#MAX} errors the
 * probe switches itself off. No hook waits for another thread. Thread-safe.
 *
 * <p><b>The guard</b> is in {@link #guarded}, and in {@link #opened}, which has too many values.
 *
 * <ul>
 *   <li>It starts with {@link StackRoom#check}, before anything is changed. A thread at the end of
 *       its stack gets an error there that leaves to {@link Hooks}, where the event is counted or,
 *       if it must not be missed, added to {@link #late}.
 *   <li>The thread's state is in a local variable while {@link ThreadState#busy} is set. The
 *       variable stays null if the thread was busy before.
 *   <li>The flag is cleared inline: the call of a method that clears it could overflow the stack. A
 *       thread that stays busy would be blind for the rest of its life.
 * </ul>
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
  final HookEvents events;
  final HookErrors errors;
  final ThreadStates threads;
  final Collected collected;
  final LastStacks lastStacks;
  public final KeyTable keys;

  /** Events to record later. Public because {@link Hooks} adds to it without a call. */
  public final Late late = new Late();

  /** Events that were missed for lack of stack and are not in the ledger yet. Not exact. */
  public int withoutStack;

  Recorder(
      LedgerWriter ledger,
      ProbeRules rules,
      @Nullable StackCapture stacks,
      ProbeListener listener) {
    this.ledger = ledger;
    this.tracked = new Tracked(ledger, rules, stacks);
    this.keys = tracked.resources.keys;
    CloseCompletion completion = new CloseCompletion(tracked);
    this.events = new HookEvents(tracked, completion, late, listener);
    this.errors = new HookErrors(ledger, listener, tracked.heap);
    this.threads = new ThreadStates(ledger);
    this.collected = new Collected(tracked, completion, threads);
    this.lastStacks = new LastStacks(threads, stacks, ledger);
  }

  @DontInline
  public boolean wantsStack(@Nullable Object object) {
    try {
      return object != null && events.wantsStack(object);
    } catch (StackOverflowError e) {
      // The hook of the opening itself will find no room, and count it.
      return false;
    } catch (Throwable e) {
      errors.uncounted.incrementAndGet();
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
  // Over 40 lines: twelve values and a guard that has to be inline.
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
      ThreadState mine = threads.get();
      if (!mine.busy) {
        thread = mine;
        mine.busy = true;
        ProbeType type = tracked.rules.type(rule);
        mine.placement.set(type.slotFlags, bytes, extent, address, device, owns, shared);
        events.opened(mine, object, type, rule, space, session, label, here);
        events.giveBack(mine);
      }
    } catch (Throwable e) {
      errors.uncounted.incrementAndGet();
      errors.openingFailed(e);
    } finally {
      if (thread != null) {
        thread.busy = false;
      }
      Reference.reachabilityFence(object);
    }
  }

  void openedAgain(Object keyed, int rule) {
    Object ignored = guarded(HookEvents.OPENED_AGAIN, keyed, null, null, rule, 0);
  }

  public @Nullable Object closing(Object object, int rule) {
    return guarded(HookEvents.CLOSING, object, null, null, rule, 0);
  }

  public void closed(Object object, Object token, @Nullable Throwable thrown) {
    try {
      if (token != Late.TOKEN) {
        Object ignored = guarded(HookEvents.CLOSED, object, token, thrown, 0, 0);
      } else if (thrown == null) {
        StackRoom.check();
        if (!late.addClose(object)) {
          withoutStack++;
        }
        Object ignored = guarded(HookEvents.CATCH_UP, null, null, null, 0, 0);
      }
    } finally {
      // Or the collector could take the object, and report it as lost, during its own close.
      Reference.reachabilityFence(object);
    }
  }

  public @Nullable Object counting(Object object, int rule, int change) {
    return guarded(HookEvents.COUNTING, object, null, null, rule, change);
  }

  @Nullable Object usedAfterClose(Object object) {
    return guarded(HookEvents.USED, object, null, null, 0, 0);
  }

  public boolean isOpen(Object object) {
    try {
      return events.isOpen(object);
    } catch (Throwable e) {
      failed(e);
      return false;
    }
  }

  public void updated(Object object, int rule, Update update) {
    Object ignored = guarded(HookEvents.UPDATED, object, null, update, rule, 0);
  }

  public void disowned(Object object) {
    Object ignored = guarded(HookEvents.DISOWNED, object, null, null, 0, 0);
  }

  public int scopeEntered(@Nullable Object owner, int scope) {
    Object thread = guarded(HookEvents.SCOPE_ENTERED, owner, null, null, scope, 0);
    return thread == null ? -1 : ((ThreadState) thread).enteredScope;
  }

  public void scopeExited(int token, int scope, @Nullable Object owner) {
    Object ignored = guarded(HookEvents.SCOPE_EXITED, owner, null, null, scope, token);
  }

  public void held(Object holder, @Nullable Object object, @Nullable Object entry) {
    if (object != null) {
      Object ignored = guarded(HookEvents.HELD, object, holder, entry, 0, 0);
    }
  }

  public void dropped(Object holder, @Nullable Object object) {
    if (object != null) {
      Object ignored = guarded(HookEvents.DROPPED, object, holder, null, 0, 0);
    }
  }

  public void marked(@Nullable Object name) {
    Object ignored = guarded(HookEvents.MARKED, name, null, null, 0, 0);
  }

  /** Lets {@link HookEvents#record} record an event; null if it is ignored. */
  @DontInline
  private @Nullable Object guarded(
      int kind,
      @Nullable Object object,
      @Nullable Object other,
      @Nullable Object detail,
      int index,
      int number) {
    StackRoom.check();
    ThreadState thread = null;
    Object result = null;
    try {
      ThreadState mine = threads.get();
      if (!mine.busy) {
        thread = mine;
        mine.busy = true;
        result = events.record(mine, kind, object, other, detail, index, number);
        events.giveBack(mine);
      }
    } catch (Throwable e) {
      errors.uncounted.incrementAndGet();
      if (thread != null) {
        result = afterError(thread, kind, object, other, detail, result);
      }
      errors.failed(e);
    } finally {
      if (thread != null) {
        thread.busy = false;
      }
    }
    return result;
  }

  private @Nullable Object afterError(
      ThreadState thread,
      int kind,
      @Nullable Object object,
      @Nullable Object other,
      @Nullable Object detail,
      @Nullable Object result) {
    try {
      return events.afterError(thread, kind, object, other, detail, result);
    } catch (Throwable again) {
      errors.uncounted.incrementAndGet();
      return result;
    }
  }

  /** Counts an error in woven code on its way here, or in a thread of the probe. */
  public void failed(Throwable thrown) {
    if (thrown instanceof StackOverflowError) {
      withoutStack++;
    } else {
      errors.uncounted.incrementAndGet();
      errors.failed(thrown);
    }
  }
}
