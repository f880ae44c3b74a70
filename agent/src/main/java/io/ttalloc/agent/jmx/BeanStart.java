package io.ttalloc.agent.jmx;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.probe.Probe;
import org.jspecify.annotations.Nullable;

/**
 * The task that registers the bean once there is a server for it. The bean's classes are loaded
 * only by this task. May run several times. Thread-safe.
 */
public final class BeanStart implements Runnable {
  private final LedgerAccess ledger;

  /** Unregisters the bean; null if it is not registered. Guarded by this. */
  private @Nullable Runnable registered;

  /** Whether the bean must no longer be registered. Guarded by this. */
  private boolean ended;

  /** Creates the task without running it. */
  public BeanStart(LedgerAccess ledger) {
    this.ledger = ledger;
  }

  @Override
  public void run() {
    // The class that creates MBean servers may be the application's own, and this thread must find
    // it.
    Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
    Probe.unseen(this::register);
  }

  /**
   * Registers the bean. Holds no lock during the registration, which may call code of the
   * application's MBean server.
   */
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

  /** Unregisters the bean, or prevents it from being registered. */
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
