package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.LedgerWriter;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/**
 * The hook path: guards every event and hands it to {@link Openings}, {@link Closings} or {@link
 * Holdings}.
 *
 * <p>An event that arrives while its thread is in a hook is the probe's own doing and is ignored.
 * Nothing that is thrown inside leaves; it is counted, and past {@link HookErrors#MAX} the probe
 * switches itself off, since then it does more harm than good. Thread-safe.
 *
 * <p>Public for {@link Hooks} alone, which stands in another package when it is woven against; what
 * its methods mean is said there.
 */
public final class Recorder {
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
    this.openings = new Openings(tracked);
    this.closings = new Closings(tracked);
    this.holdings = new Holdings(tracked);
    this.scopes = new Scopes(tracked);
    this.collected = new Collected(tracked, closings, threads);
  }

  /** Starts to take note of what the collector takes. */
  void watchCollected() {
    collected.start();
  }

  int recordCollected() {
    errors.countRest();
    // Though the thread may be in a hook or unseen: this is the probe's own doing.
    ThreadState thread = threads.get();
    boolean before = thread.busy;
    thread.busy = true;
    try {
      return collected.recordEnqueued(thread);
    } finally {
      thread.busy = before;
    }
  }

  /** Ends the thread that takes note of what the collector takes, when it has noted what it has. */
  boolean watchNoMore(long millis) throws InterruptedException {
    return collected.end(millis);
  }

  /** The state of this thread if it is not in a hook already; it is from now on. */
  private @Nullable ThreadState enter() {
    ThreadState thread = threads.get();
    if (thread.busy) {
      return null;
    }
    thread.busy = true;
    return thread;
  }

  private void giveBack(ThreadState thread) {
    if (!thread.keepsSlots) {
      ledger.slots().drain(thread.batch);
    }
  }

  public boolean wantsStack(@Nullable Object object) {
    try {
      return object != null && openings.wantsStack(object);
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
      return false;
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
    if (object == null) {
      return;
    }
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        int flags = (owns ? 0 : LedgerLayout.FLAG_ALIAS) | (shared ? LedgerLayout.FLAG_SHARED : 0);
        openings.opened(
            thread, object, rule, bytes, extent, address, device, space, session, flags, label,
            here);
      }
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
    } finally {
      if (thread != null) {
        // First of all, and by no call: at the end of the stack there may be no more of it.
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  public @Nullable Object closing(Object object, int rule) {
    ThreadState thread = null;
    Resource begun = null;
    try {
      thread = enter();
      if (thread != null) {
        begun = closings.begin(object, rule);
        if (begun != null) {
          closings.begun(thread, begun);
        }
      }
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
    } finally {
      if (thread != null) {
        // First of all, and by no call: at the end of the stack there may be no more of it.
        thread.busy = false;
        giveBack(thread);
      }
    }
    // Though an error came after it: what has begun to close must end.
    return begun;
  }

  public void closed(Object object, Object token, @Nullable Throwable thrown) {
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        closings.end(thread, (Resource) token, thrown);
      }
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
    } finally {
      if (thread != null) {
        // First of all, and by no call: at the end of the stack there may be no more of it.
        thread.busy = false;
        giveBack(thread);
      }
      // Else the collector might take the object, and report it as lost, during its own close.
      Reference.reachabilityFence(object);
    }
  }

  public void used(Object object) {
    ThreadState thread = null;
    try {
      Resource resource = tracked.resources.find(object);
      // Nearly always it is open: then nothing of the thread need be looked at.
      if (resource != null && resource.status() == Resource.CLOSED) {
        thread = enter();
        if (thread != null) {
          closings.used(resource);
        }
      }
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
    } finally {
      if (thread != null) {
        // First of all, and by no call: at the end of the stack there may be no more of it.
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  public int scopeEntered(@Nullable Object owner, int scope) {
    ThreadState thread = null;
    try {
      thread = enter();
      return thread == null ? -1 : scopes.enter(thread, owner, scope);
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
      return -1;
    } finally {
      if (thread != null) {
        // First of all, and by no call: at the end of the stack there may be no more of it.
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  public void scopeExited(int token, int scope, @Nullable Object owner) {
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        scopes.exit(thread, token, scope, owner);
      }
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
    } finally {
      if (thread != null) {
        // First of all, and by no call: at the end of the stack there may be no more of it.
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  public void held(Object holder, @Nullable Object object, @Nullable Object entry) {
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null && object != null) {
        holdings.held(thread, holder, object, entry);
      }
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
    } finally {
      if (thread != null) {
        // First of all, and by no call: at the end of the stack there may be no more of it.
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  public void dropped(Object holder, @Nullable Object object) {
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null && object != null) {
        holdings.dropped(thread, holder, object);
      }
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
    } finally {
      if (thread != null) {
        // First of all, and by no call: at the end of the stack there may be no more of it.
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  public void marked(@Nullable Object name) {
    ThreadState thread = null;
    try {
      thread = enter();
      if (thread != null) {
        listener.marked(String.valueOf(name));
      }
    } catch (Throwable e) {
      errors.uncounted++;
      errors.failed(e);
    } finally {
      if (thread != null) {
        // First of all, and by no call: at the end of the stack there may be no more of it.
        thread.busy = false;
        giveBack(thread);
      }
    }
  }

  /** Counts an error inside the probe. */
  public void failed(Throwable thrown) {
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
