package io.ttalloc.agent.testing;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.commit.History;
import io.ttalloc.probe.hook.TaskListener;
import io.ttalloc.probe.resource.Resource;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Notifies the scopes when the program's own resources are opened, closed or lost, and when tasks
 * are created, begin or end. Thread-safe.
 */
public final class ScopeListener implements History.Listener, TaskListener {
  private final TestScopes scopes;

  private ScopeListener(TestScopes scopes) {
    this.scopes = scopes;
  }

  /** Starts to notify the scopes. */
  public static void begin(TestScopes scopes, Instrumentation instrumentation) {
    ScopeListener listener = new ScopeListener(scopes);
    Probe.unseen(listener::loadWhatHooksUse);
    Probe.tasks = listener;
    Probe.listen(listener);
    TaskWeaving.install(instrumentation);
  }

  /**
   * Runs the code of the hooks once, so that its classes are loaded now. Otherwise, a hook might
   * load them while another class is being loaded.
   */
  private void loadWhatHooksUse() {
    Object task = new Object();
    made(task);
    begins(task);
    ended(task);
  }

  @Override
  public void made(Object task) {
    scopes.threads().made(task);
  }

  @Override
  public void begins(@Nullable Object task) {
    scopes.threads().begins(task);
  }

  @Override
  public void ended(@Nullable Object task) {
    scopes.threads().ended(task);
  }

  @Override
  public void happened(
      int kind,
      Resource resource,
      int tally,
      long livedNanos,
      long bytes,
      int slotFlags,
      int device,
      int space,
      long address) {
    boolean systemsOwn = (slotFlags & SlotLayout.FLAG_INFRASTRUCTURE) != 0;
    if (kind != RecordLayout.EVENT_OPEN) {
      boolean lost = kind == RecordLayout.EVENT_COLLECTED || kind == RecordLayout.EVENT_RECLAIMED;
      scopes.ended(resource, tally, lost && !systemsOwn);
      return;
    }
    if (systemsOwn) {
      return;
    }
    scopes.opened(resource, tally);
    int status = resource.status();
    if (status != Resource.OPEN && status != Resource.OPENING) {
      // Another thread has closed the resource in the meantime, and the close was reported before
      // the opening.
      scopes.ended(resource, tally, status == Resource.COLLECTED);
    }
  }
}
