package io.ttalloc.probe;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;

/** The daemon thread that takes note of what the collector took. */
final class Collected extends Thread {
  private static final long PATIENCE_MILLIS = 500;

  private final Tracked tracked;
  private final Closings closings;
  private final ThreadStates threads;

  /** Kept, so that only {@link #end} ever puts {@link #last} into the queue. */
  private final Object untilTheEnd = new Object();

  private final PhantomReference<Object> last;

  Collected(Tracked tracked, Closings closings, ThreadStates threads) {
    super(systemGroup(), null, "tt-alloc-collected", 0, false);
    this.tracked = tracked;
    this.closings = closings;
    this.threads = threads;
    this.last = new PhantomReference<>(untilTheEnd, tracked.queue);
    setDaemon(true);
    setContextClassLoader(null);
  }

  private static ThreadGroup systemGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  @Override
  public void run() {
    ThreadState state = threads.get();
    // Whatever this thread does is the probe's own.
    state.busy = true;
    while (Probe.recorder != null) {
      try {
        Reference<?> reference = tracked.queue.remove();
        if (reference == last) {
          return;
        }
        closings.collected(state, (Resource) reference);
      } catch (InterruptedException e) {
        return;
      } catch (Throwable e) {
        Probe.failed(e);
      }
    }
  }

  /** Not by an interrupt, which would close the ledger's file under a thread that writes. */
  private void end() {
    if (last.enqueue()) {
      try {
        join(PATIENCE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Records what is enqueued now, on the calling thread. The daemon ends: it may have taken
   * something that it has not recorded yet, and at the end nobody can wait for its turn.
   */
  int recordEnqueued(ThreadState caller) {
    int count = 0;
    end();
    for (Reference<?> r = tracked.queue.poll(); r != null; r = tracked.queue.poll()) {
      if (r instanceof Resource resource) {
        closings.collected(caller, resource);
        count++;
      }
    }
    return count;
  }
}
