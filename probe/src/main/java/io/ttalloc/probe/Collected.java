package io.ttalloc.probe;

import java.lang.ref.Reference;

/** The daemon thread that takes note of what the collector took. */
final class Collected extends Thread {
  private final Tracked tracked;
  private final Closings closings;
  private final ThreadStates threads;

  Collected(Tracked tracked, Closings closings, ThreadStates threads) {
    super(systemGroup(), null, "tt-alloc-collected", 0, false);
    this.tracked = tracked;
    this.closings = closings;
    this.threads = threads;
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
        closings.collected(state, (Resource) reference);
      } catch (InterruptedException e) {
        return;
      } catch (Throwable e) {
        Probe.failed(e);
      }
    }
  }

  /** Records what is enqueued now, on the calling thread. */
  int recordEnqueued(ThreadState caller) {
    int count = 0;
    for (Reference<?> r = tracked.queue.poll(); r != null; r = tracked.queue.poll()) {
      closings.collected(caller, (Resource) r);
      count++;
    }
    return count;
  }
}
