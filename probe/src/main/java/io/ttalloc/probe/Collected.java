package io.ttalloc.probe;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;

/** The daemon thread that takes note of what the collector took. */
final class Collected extends Thread {
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
        // Whoever interrupts all threads of a process means others: this one ends by its own sign.
      } catch (Throwable e) {
        Probe.failed(e);
      }
    }
  }

  /**
   * Ends this thread when it has recorded what it has. Not by an interrupt, which would close the
   * ledger's file under it while it writes.
   *
   * @return false if it has not ended in time
   */
  boolean end(long millis) throws InterruptedException {
    last.enqueue();
    join(millis);
    return !isAlive();
  }

  /** Records what is enqueued now, on the calling thread. */
  int recordEnqueued(ThreadState caller) {
    int count = 0;
    for (Reference<?> r = tracked.queue.poll(); r != null; r = tracked.queue.poll()) {
      if (r instanceof Resource resource) {
        closings.collected(caller, resource);
        count++;
      }
    }
    return count;
  }
}
