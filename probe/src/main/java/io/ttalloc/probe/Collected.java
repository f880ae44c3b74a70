package io.ttalloc.probe;

import io.ttalloc.probe.commit.CloseCompletion;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.hook.ThreadStates;
import io.ttalloc.probe.resource.Resource;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/** The daemon thread that records what the collector took. */
final class Collected extends Thread {
  private final ReferenceQueue<Object> queue;
  private final CloseCompletion completion;
  private final ThreadStates threads;
  private final HookErrors errors;

  /** Strongly reachable, so that only {@link #end} ever puts {@link #last} into the queue. */
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
        // Whoever interrupts all threads of a process means others: only end() ends this one.
      } catch (Throwable e) {
        errors.failed(e);
      }
    }
  }

  /**
   * Ends this thread when it has recorded what is enqueued. Not by an interrupt: one that comes
   * while it writes would close the ledger's file.
   *
   * @return false if it has not ended in time
   */
  boolean end(long millis) throws InterruptedException {
    wake();
    join(millis);
    return !isAlive();
  }

  /** Lets this thread end of its own accord: when it has recorded what is enqueued, or sooner. */
  void wake() {
    last.enqueue();
  }

  /** Records what is enqueued now, on the calling thread; returns how many there were. */
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

  /** Records that the collector took an object. */
  private void record(ThreadState thread, Resource resource) {
    int before = resource.collect();
    if (before == Resource.OPEN) {
      completion.collected(thread, resource);
    } else if (before == Resource.CLOSING) {
      // The end of its close was dropped, and no one has the object to close it again.
      completion.commit(thread, resource, 0, false);
    }
  }
}
