package io.ttalloc.agent.jmx;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.probe.Probe;
import org.jspecify.annotations.Nullable;

/**
 * The task that registers the bean, once there is a server for it: only it loads the bean. May run
 * several times. Thread-safe.
 */
public final class BeanStart implements Runnable {
  private final LedgerAccess ledger;
  private final boolean asked;

  /** Takes the bean back; null if there is none. Guarded by this. */
  private @Nullable Runnable registered;

  /** Guarded by this. */
  private boolean ended;

  /**
   * A task that has not begun.
   *
   * @param asked whether the user asked for the bean: then the platform's server is made if there
   *     is none, and if there can be no bean, one line says so
   */
  public BeanStart(LedgerAccess ledger, boolean asked) {
    this.ledger = ledger;
    this.asked = asked;
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
      undo = isDone() ? null : LedgerBean.register(ledger, asked);
    } catch (Throwable e) {
      tell(e);
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

  private void tell(Throwable thrown) {
    if (asked) {
      Console.line(
          "jmx=true: the management bean could not be registered ("
              + thrown
              + "), expected a Java with the module java.management and no other bean of this name;"
              + " tracking goes on without it");
    } else {
      AgentLog.of("jmx").info("no management bean", thrown);
    }
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
