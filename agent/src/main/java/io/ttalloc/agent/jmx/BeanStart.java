package io.ttalloc.agent.jmx;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.probe.Probe;
import org.jspecify.annotations.Nullable;

/**
 * The task that registers the bean, once there is a server for it: only it loads the bean. May run
 * several times. Thread-safe.
 */
public final class BeanStart implements Runnable {
  private final LedgerAccess ledger;

  /** Takes the bean back; null if there is none. Guarded by this. */
  private @Nullable Runnable registered;

  /** Guarded by this. */
  private boolean ended;

  /** A task that has not begun. */
  public BeanStart(LedgerAccess ledger) {
    this.ledger = ledger;
  }

  @Override
  public void run() {
    // A class that makes servers of beans may be the application's own.
    Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
    Probe.unseen(this::register);
  }

  /** Holds no lock while it registers, since that calls code of the application's server. */
  private void register() {
    @Nullable Runnable undo;
    try {
      undo = isDone() ? null : LedgerBean.register(ledger);
    } catch (Throwable e) {
      AgentLog.of("jmx").info("no management bean", e);
      return;
    }
    if (undo == null) {
      return;
    }
    synchronized (this) {
      registered = undo;
      if (!ended) {
        return;
      }
    }
    end();
  }

  private synchronized boolean isDone() {
    return ended || registered != null;
  }

  /** Takes the bean back, or has it never registered. */
  public void end() {
    @Nullable Runnable undo;
    synchronized (this) {
      ended = true;
      undo = registered;
      registered = null;
    }
    if (undo != null) {
      undo.run();
    }
  }
}
