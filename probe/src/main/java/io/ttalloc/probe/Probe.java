package io.ttalloc.probe;

import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.commit.History;
import io.ttalloc.probe.hook.ProbeListener;
import io.ttalloc.probe.hook.Task;
import io.ttalloc.probe.hook.TaskListener;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.stack.RawStacks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Switches the probe on and off; for the agent alone.
 *
 * <p>A JVM has one probe, because woven code can find it only through a static field. Thread-safe.
 */
public final class Probe {
  /** Null while the probe is off. Public for {@link Hooks} alone. */
  public static volatile @Nullable Recorder recorder;

  /** Null unless test scopes are wanted. Public for {@link Hooks} alone. */
  public static volatile @Nullable TaskListener tasks;

  /**
   * The recorder that was switched on, even after it is off again. Through it, a heap dump finds
   * open resources that have no field; those not found would count as lost.
   */
  @SuppressWarnings("UnusedVariable") // Read in heap dumps.
  private static volatile @Nullable Recorder begun;

  /** The recorder that {@link #begin} switches on; guarded by this class. */
  private static @Nullable Recorder prepared;

  private static final Task SWITCH_OFF =
      new Task() {
        @Override
        public void run() {
          stop();
        }
      };

  private Probe() {}

  /**
   * Prepares the probe: loads and links all classes that hooks use, since one that is first loaded
   * by a hook inside class loading can never be loaded again. Hooks do nothing before {@link
   * #begin}.
   *
   * @param captureStacks whether stacks are captured
   * @return whether raw stack keys work in this JVM; if not, every event resolves its stack
   */
  public static synchronized boolean prepare(
      LedgerWriter ledger, ProbeRules rules, boolean captureStacks, ProbeListener listener) {
    boolean raw = captureStacks && RawStacks.selfTest();
    Recorder started = new Recorder(ledger, rules, captureStacks, raw, listener, SWITCH_OFF);
    WarmUp.of(started, rules);
    prepared = started;
    return raw;
  }

  /** Switches on what was prepared, unless {@link #stop} came first; does nothing if repeated. */
  public static synchronized void begin() {
    Recorder ready = prepared;
    prepared = null;
    if (ready != null) {
      begun = ready;
      recorder = ready;
      ready.collected.start();
    }
  }

  /**
   * Switches the probe off: hooks do nothing from now on, and the thread ends that records what the
   * collector takes.
   */
  public static void stop() {
    forgetPrepared();
    Recorder current = recorder;
    recorder = null;
    if (current != null) {
      current.collected.wake();
    }
  }

  /** Switches the probe off for a program that runs on: the collector may take all that it had. */
  public static void stopForGood() {
    stop();
    tasks = null;
    begun = null;
  }

  /** Lets a listener get what happens from now on; does nothing if it does already. */
  public static void listen(History.Listener listener) {
    Recorder current = recorder;
    if (current != null) {
      current.history.listen(listener);
    }
  }

  /** Lets a listener get nothing from now on. */
  public static void listenNoMore(History.Listener listener) {
    Recorder current = recorder;
    if (current != null) {
      current.history.listenNoMore(listener);
    }
  }

  private static synchronized void forgetPrepared() {
    prepared = null;
  }

  /** Runs a task that opens and closes for the agent: nothing of it is recorded. */
  public static void unseen(Task task) {
    Recorder current = recorder;
    if (current == null) {
      task.run();
    } else {
      current.threads.unseen(task);
    }
  }

  /**
   * Records what the collector has enqueued until now, on the calling thread.
   *
   * @return how many there were
   */
  public static int recordCollected() {
    Recorder current = recorder;
    return current == null ? 0 : current.recordRest();
  }

  /**
   * Ends the thread that records what the collector takes. From then on {@link #recordCollected}
   * alone does so: when it returns 0, all is recorded.
   *
   * @return false if the thread has not ended in time
   */
  public static boolean watchNoMore(long millis) throws InterruptedException {
    Recorder current = recorder;
    return current == null || current.collected.end(millis);
  }

  /**
   * Records where the platform threads are that have called a hook; for the end of the process.
   *
   * @return their stacks
   */
  public static List<StackTraceElement[]> recordThreads() {
    Recorder current = recorder;
    return current == null ? List.of() : current.lastStacks.record();
  }

  /**
   * Records where a platform thread is, unless it has called a hook; for the end of the process.
   * Waits as long as a subclass of Thread may want.
   *
   * @return its stack; empty if nothing was recorded
   */
  public static StackTraceElement[] recordOther(Thread thread) {
    Recorder current = recorder;
    return current == null ? new StackTraceElement[0] : current.lastStacks.recordOther(thread);
  }

  /** Whether a virtual thread has called a hook. */
  public static boolean sawVirtualThreads() {
    Recorder current = recorder;
    return current != null && current.lastStacks.sawVirtualThreads();
  }

  /**
   * Records where a virtual thread is; for the end of the process.
   *
   * @param name may be empty
   */
  public static void recordVirtualThread(String name, StackTraceElement[] stack) {
    Recorder current = recorder;
    if (current != null) {
      current.lastStacks.recordVirtual(name, stack);
    }
  }
}
