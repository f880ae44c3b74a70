package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.Slots;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/**
 * The hook path: guards every event and hands it to {@link Openings}, {@link Closings}, {@link
 * Holdings} or {@link Scopes}.
 *
 * <p>An event that arrives while its thread is in a hook is the probe's own doing and is ignored.
 * Nothing that is thrown inside leaves; it is counted, and past {@link HookErrors#MAX} the probe
 * switches itself off. A thread at the end of its stack changes nothing: what it closes, holds and
 * drops is recorded late. No hook waits for another thread. Thread-safe.
 *
 * <p>Each guard clears {@link ThreadState#busy} twice, and by no call: one of the two stays undone
 * if the thread is stopped between any two instructions, and a thread that stays busy is blind.
 *
 * <p>Public for {@link Hooks} alone, which stands in another package when it is woven against; what
 * its methods mean is said there.
 */
public final class Recorder {
  /** What {@link #other} is to do. */
  static final int USED = 0;

  static final int SCOPE_ENTERED = 1;
  static final int SCOPE_EXITED = 2;
  static final int HELD = 3;
  static final int DROPPED = 4;
  static final int MARKED = 5;
  static final int CATCH_UP = 6;

  private final LedgerWriter ledger;
  private final ProbeListener listener;
  private final ThreadStates threads;
  private final Tracked tracked;
  private final Openings openings;
  private final Closings closings;
  private final Holdings holdings;
  private final Scopes scopes;
  private final Collected collected;
  private final HookErrors errors;

  /** For {@link Hooks}, which has to add to it without a call. */
  public final Late late = new Late();

  /** Events that {@link Hooks} had no stack for, not even to call this; counted at the end. */
  public int withoutStack;

  final LastStacks lastStacks;

  Recorder(
      LedgerWriter ledger,
      ProbeRules rules,
      @Nullable StackCapture stacks,
      @Nullable Trace trace,
      ProbeListener listener) {
    this.ledger = ledger;
    this.listener = listener;
    this.errors = new HookErrors(ledger, listener);
    this.threads = new ThreadStates(ledger);
    this.lastStacks = new LastStacks(threads, stacks, ledger);
    this.tracked = new Tracked(ledger, rules, stacks, trace);
    this.closings = new Closings(tracked);
    this.openings = new Openings(tracked, closings);
    this.holdings = new Holdings(tracked, closings);
    this.scopes = new Scopes(tracked, closings);
    this.collected = new Collected(tracked, closings, threads);
  }

  /** Starts to take note of what the collector takes. */
  void watchCollected() {
    collected.start();
  }

  int recordCollected() {
    if (!hasRoom()) {
      return 0;
    }
    errors.withoutStack += withoutStack;
    withoutStack = 0;
    errors.countRest();
    // Though the thread may be in a hook or unseen: this is the probe's own doing.
    ThreadState thread = threads.get();
    boolean before = thread.busy;
    try {
      try {
        thread.busy = true;
        catchUp(thread);
        return collected.recordEnqueued(thread);
      } finally {
        thread.busy = before;
      }
    } finally {
      // Again, since a stop may come in the first one.
      thread.busy = before;
    }
  }

  /** Ends the thread that takes note of what the collector takes, when it has noted what it has. */
  boolean watchNoMore(long millis) throws InterruptedException {
    return collected.end(millis);
  }

  private void giveBack(ThreadState thread) {
    if (!thread.keepsSlots) {
      ledger.slots().drain(thread.batch);
    }
  }

  public boolean wantsStack(@Nullable Object object) {
    try {
      return object != null && openings.wantsStack(object);
    } catch (StackOverflowError e) {
      // The opening itself will be counted as one that had no stack.
      return false;
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
      return false;
    }
  }

  public void attributeThrew(Throwable thrown) {
    try {
      errors.attribute(thrown);
    } catch (Throwable e) {
      // It is only told: what is being opened is recorded all the same.
      HookErrors.rethrowStop(e);
    }
  }

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
    if (object == null || !hasRoom()) {
      return;
    }
    ThreadState thread = null;
    try {
      try {
        ThreadState mine = threads.get();
        if (!mine.busy) {
          thread = mine;
          mine.busy = true;
          if (late.latest != null || mine.unfreed != null) {
            catchUp(mine);
          }
          int flags = (owns ? 0 : SlotLayout.FLAG_ALIAS) | (shared ? SlotLayout.FLAG_SHARED : 0);
          openings.opened(
              mine, object, rule, bytes, extent, address, device, space, session, flags, label,
              here);
          if (late.latest != null) {
            catchUp(mine);
          }
          giveBack(mine);
        }
      } catch (Throwable e) {
        errors.uncounted++;
        openingFailed(e);
      } finally {
        if (thread != null) {
          thread.busy = false;
        }
      }
    } finally {
      if (thread != null) {
        thread.busy = false;
      }
      Reference.reachabilityFence(object);
    }
  }

  private void openingFailed(Throwable e) {
    if (!(e instanceof OutOfMemoryError)) {
      ledger.dropped(Loss.HOOK_ERROR);
    }
    errors.failed(e);
  }

  /** Whether the stack has room for a hook; what is not recorded because it has not is counted. */
  private boolean hasRoom() {
    try {
      StackRoom.check();
      return true;
    } catch (StackOverflowError e) {
      errors.withoutStack++;
      return false;
    }
  }

  public @Nullable Object closing(Object object, int rule) {
    ThreadState thread = null;
    Object token = null;
    try {
      if (!hasRoomForClose()) {
        return Late.TOKEN;
      }
      try {
        ThreadState mine = threads.get();
        if (!mine.busy) {
          thread = mine;
          mine.busy = true;
          if (late.latest != null || mine.unfreed != null) {
            catchUp(mine);
          }
          token = closings.begin(mine, object, rule);
          giveBack(mine);
        }
      } catch (Throwable e) {
        errors.uncounted++;
        if (thread != null) {
          token = begunAfterAll(thread, object, token);
        }
        errors.failed(e);
      } finally {
        if (thread != null) {
          thread.busy = false;
        }
      }
    } finally {
      if (thread != null) {
        thread.busy = false;
      }
    }
    return token;
  }

  /** Takes back what {@link #closing} has begun: the thread is stopped, and nothing is closed. */
  public void closingStopped(Object object) {
    ThreadState thread = threads.get();
    thread.busy = false;
    Resource begun = closings.begunAfterAll(thread, object);
    if (begun != null) {
      closings.takeBack(thread, begun);
    }
  }

  private static boolean hasRoomForClose() {
    try {
      StackRoom.check();
      return true;
    } catch (StackOverflowError e) {
      return false;
    }
  }

  public void closed(Object object, Object token, @Nullable Throwable thrown) {
    ThreadState thread = null;
    try {
      try {
        if (token == Late.TOKEN) {
          if (thrown == null) {
            // Not by a call, for which there may be no stack; the same below.
            @Nullable Object[] event = {Late.CLOSE, object, null, null, null};
            synchronized (late) {
              if (late.count < Late.MOST) {
                event[Late.EARLIER] = late.latest;
                late.latest = event;
                late.count++;
              } else {
                errors.withoutStack++;
              }
            }
            int ignored = other(CATCH_UP, null, null, null, 0, 0);
          }
          return;
        }
        StackRoom.check();
      } catch (StackOverflowError e) {
        @Nullable Object[] event = {Late.CLOSE, object, token, thrown, null};
        synchronized (late) {
          if (late.count < Late.MOST) {
            event[Late.EARLIER] = late.latest;
            late.latest = event;
            late.count++;
          } else {
            errors.withoutStack++;
          }
        }
        return;
      }
      try {
        ThreadState mine = threads.get();
        if (!mine.busy) {
          thread = mine;
          mine.busy = true;
          closings.end(mine, (Resource) token, thrown);
          giveBack(mine);
        }
      } catch (Throwable e) {
        errors.uncounted++;
        if (thread != null) {
          endAfterAll(thread, (Resource) token, thrown);
        }
        errors.failed(e);
      } finally {
        if (thread != null) {
          thread.busy = false;
        }
      }
    } finally {
      if (thread != null) {
        thread.busy = false;
      }
      // Else the collector might take the object, and report it as lost, during its own close.
      Reference.reachabilityFence(object);
    }
  }

  /** What a close that was cut off at its begin has for a token: what has begun must end. */
  private @Nullable Object begunAfterAll(
      ThreadState thread, Object object, @Nullable Object token) {
    try {
      return token == Late.TOKEN ? token : closings.begunAfterAll(thread, object);
    } catch (Throwable again) {
      errors.uncounted++;
      return token;
    }
  }

  private void endAfterAll(ThreadState thread, Resource resource, @Nullable Throwable thrown) {
    try {
      closings.endAfterAll(thread, resource, thrown);
    } catch (Throwable again) {
      errors.uncounted++;
    }
  }

  public void used(Object object) {
    try {
      Resource resource = tracked.resources.find(object);
      // Nearly always it is open: then nothing of the thread need be looked at.
      if (resource != null && resource.isClosed()) {
        int ignored = other(USED, object, null, null, 0, 0);
      }
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
    }
  }

  public int scopeEntered(@Nullable Object owner, int scope) {
    return other(SCOPE_ENTERED, owner, null, null, scope, 0);
  }

  public void scopeExited(int token, int scope, @Nullable Object owner) {
    int ignored = other(SCOPE_EXITED, owner, null, null, scope, token);
  }

  public void held(Object holder, @Nullable Object object, @Nullable Object entry) {
    if (object != null) {
      int ignored = other(HELD, object, holder, entry, 0, 0);
    }
  }

  public void dropped(Object holder, @Nullable Object object) {
    if (object != null) {
      int ignored = other(DROPPED, object, holder, null, 0, 0);
    }
  }

  public void marked(@Nullable Object name) {
    int ignored = other(MARKED, name, null, null, 0, 0);
  }

  /** The guard of all events but those of openings and closes. */
  private int other(
      int kind,
      @Nullable Object object,
      @Nullable Object holder,
      @Nullable Object detail,
      int scope,
      int token) {
    ThreadState thread = null;
    int result = -1;
    try {
      try {
        StackRoom.check();
      } catch (StackOverflowError e) {
        if (kind == HELD || kind == DROPPED) {
          @Nullable Object[] event = {
            kind == HELD ? Late.HOLD : Late.DROP, object, holder, detail, null
          };
          synchronized (late) {
            if (late.count < Late.MOST) {
              event[Late.EARLIER] = late.latest;
              late.latest = event;
              late.count++;
            } else {
              errors.withoutStack++;
            }
          }
        } else if (kind != CATCH_UP) {
          errors.withoutStack++;
        }
        return -1;
      }
      try {
        ThreadState mine = threads.get();
        if (!mine.busy) {
          thread = mine;
          mine.busy = true;
          if (late.latest != null || mine.unfreed != null) {
            catchUp(mine);
          }
          result = record(mine, kind, object, holder, detail, scope, token);
          giveBack(mine);
        }
      } catch (Throwable e) {
        errors.uncounted++;
        errors.failed(e);
      } finally {
        if (thread != null) {
          thread.busy = false;
        }
      }
    } finally {
      if (thread != null) {
        thread.busy = false;
      }
    }
    return result;
  }

  private int record(
      ThreadState thread,
      int kind,
      @Nullable Object object,
      @Nullable Object holder,
      @Nullable Object detail,
      int scope,
      int token) {
    switch (kind) {
      case USED -> {
        Resource closed = object == null ? null : tracked.resources.find(object);
        if (closed != null) {
          closings.used(closed);
        }
      }
      case SCOPE_ENTERED -> {
        return scopes.enter(thread, object, scope);
      }
      case SCOPE_EXITED -> scopes.exit(thread, token, scope, object);
      case MARKED -> listener.marked(String.valueOf(object));
      case CATCH_UP -> {}
      default -> recordHolding(thread, kind, object, holder, detail);
    }
    return 0;
  }

  private void recordHolding(
      ThreadState thread,
      int kind,
      @Nullable Object object,
      @Nullable Object holder,
      @Nullable Object detail) {
    if (object == null || holder == null) {
      return;
    }
    if (kind == HELD) {
      String entry = detail == null ? null : Tracked.asText(detail);
      holdings.held(thread, holder, object, Slots.encoded(entry));
    } else {
      holdings.dropped(thread, holder, object);
    }
  }

  /** Does what was left to a later hook. */
  private void catchUp(ThreadState thread) {
    closings.closeUnfreed(thread);
    recordLate(thread);
  }

  /** Records what could not be recorded where it happened. */
  private void recordLate(ThreadState thread) {
    boolean again;
    do {
      again = false;
      @Nullable Object[] event = late.takeAll();
      while (event != null) {
        @Nullable Object[] next = (Object[]) event[Late.EARLIER];
        try {
          again |= recordLate(thread, event);
        } catch (Throwable e) {
          late.putBack(next);
          throw e;
        }
        event = next;
      }
    } while (again);
  }

  /** Records one event; true if it was put back, and could be recorded by now. */
  private boolean recordLate(ThreadState thread, @Nullable Object[] event) {
    Object object = event[Late.OBJECT];
    Object other = event[Late.OTHER];
    Object detail = event[Late.DETAIL];
    if (object == null) {
      return false;
    }
    if (event[Late.KIND] != Late.CLOSE) {
      int kind = event[Late.KIND] == Late.HOLD ? HELD : DROPPED;
      int ignored = record(thread, kind, object, other, detail, 0, 0);
      return false;
    }
    if (other instanceof Resource begun) {
      closings.endOther(thread, begun, (Throwable) detail);
      return false;
    }
    Resource resource = tracked.resources.find(object);
    if (resource != null && resource.status() == Resource.OPENING) {
      event[Late.EARLIER] = null;
      late.putBack(event);
      // Who opens it looks for late events when it is open, and may have looked already.
      return resource.status() != Resource.OPENING;
    }
    if (resource != null) {
      closings.endLate(thread, resource);
    }
    return false;
  }

  /** Counts an error inside the probe, or in woven code on its way here. */
  public void failed(Throwable thrown) {
    if (thrown instanceof StackOverflowError) {
      errors.withoutStack++;
      return;
    }
    errors.uncounted++;
    errors.failed(thrown);
  }

  /** Runs without being seen: whatever it opens is the agent's own. */
  void unseen(Runnable task) {
    ThreadState thread = threads.get();
    boolean before = thread.busy;
    thread.busy = true;
    try {
      task.run();
    } finally {
      thread.busy = before;
    }
  }
}
