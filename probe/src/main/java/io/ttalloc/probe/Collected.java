package io.ttalloc.probe;

import io.ttalloc.probe.commit.CloseCompletion;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.hook.ThreadStates;
import io.ttalloc.probe.resource.Resource;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/** The daemon thread that records resources whose objects were garbage-collected. */
final class Collected extends Thread {
  private final ReferenceQueue<Object> queue;
  private final CloseCompletion completion;
  private final ThreadStates threads;
  private final HookErrors errors;

  /**
   * The referent of {@link #last}. It is kept strongly reachable, so that only {@link #wake} ever
   * enqueues that reference.
   */
  private final Object untilTheEnd = new Object();

  private final PhantomReference<Object> last;

  Collected(
      ReferenceQueue<Object> queue,
      CloseCompletion completion,
      ThreadStates threads,
      HookErrors errors) {
    super(systemGroup(), null, "tt-alloc-collected", 0, false);
    this.queue = queue;
    this.errors = errors;
    this.completion = completion;
    this.threads = threads;
    this.last = new PhantomReference<>(untilTheEnd, queue);
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
    // Hooks ignore whatever this thread does.
    state.busy = true;
    while (true) {
      try {
        Reference<?> reference = queue.remove();
        if (reference == last) {
          return;
        }
        record(state, (Resource) reference);
      } catch (InterruptedException e) {
        // An application may interrupt any thread, but only end() and wake() end this thread.
      } catch (Throwable e) {
        errors.failed(e);
      }
    }
  }

  /**
   * Ends this thread, which may leave some resources in the queue. The thread is not interrupted,
   * because an interrupt during a write would close the ledger's file.
   *
   * @return false if the thread has not ended in time
   */
  boolean end(long millis) throws InterruptedException {
    wake();
    join(millis);
    return !isAlive();
  }

  /**
   * Requests the end of this thread without waiting for it. The thread may leave some resources in
   * the queue.
   */
  void wake() {
    last.enqueue();
  }

  /**
   * Records everything that is in the queue now, on the calling thread; returns the number of
   * resources recorded.
   */
  int recordEnqueued(ThreadState caller) {
    int count = 0;
    for (Reference<?> r = queue.poll(); r != null; r = queue.poll()) {
      if (r instanceof Resource resource) {
        record(caller, resource);
        count++;
      }
    }
    return count;
  }

  /** Records that an object was garbage-collected. */
  private void record(ThreadState thread, Resource resource) {
    int before = resource.collect();
    if (before == Resource.OPEN) {
      completion.collected(thread, resource);
    } else if (before == Resource.CLOSING) {
      // The end of the resource's close was dropped, and a collected object cannot be closed again.
      completion.commit(thread, resource, 0, false);
    }
  }
}
