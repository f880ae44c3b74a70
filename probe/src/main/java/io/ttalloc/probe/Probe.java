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
 * Switches the probe on and off; used only by the agent.
 *
 * <p>A JVM has one probe, because woven code can find it only through a static field. Thread-safe.
 */
public final class Probe {
  /** Null while the probe is off. Public only for {@link Hooks}. */
  public static volatile @Nullable Recorder recorder;

  /** Null unless the scopes of tests are recorded. Public only for {@link Hooks}. */
  public static volatile @Nullable TaskListener tasks;

  /**
   * The recorder that was switched on; kept even after the probe is switched off. Heap dumps are
   * searched from here for open resources whose objects have no injected field; without this
   * reference, those resources would count as lost.
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
   * Prepares the probe: loads and links all classes that hooks use, since a class that is first
   * loaded by a hook inside class loading can never be loaded again. Hooks do nothing before {@link
   * #begin}.
   *
   * @param captureStacks whether stacks are captured
   * @return whether raw stack keys are used; if they are not although stacks are captured, they do
   *     not work in this JVM, and the stack of every event is resolved
   */
  public static synchronized boolean prepare(
      LedgerWriter ledger, ProbeRules rules, boolean captureStacks, ProbeListener listener) {
    boolean raw = captureStacks && RawStacks.selfTest();
    Recorder started = new Recorder(ledger, rules, captureStacks, raw, listener, SWITCH_OFF);
    WarmUp.of(started, rules);
    prepared = started;
    return raw;
  }

  /**
   * Switches on the prepared recorder, unless {@link #stop} was called before. Further calls do
   * nothing.
   */
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
   * Switches the probe off: from now on hooks do nothing, and the thread that records collected
   * resources ends.
   */
  public static void stop() {
    forgetPrepared();
    Recorder current = recorder;
    recorder = null;
    if (current != null) {
      current.collected.wake();
    }
  }

  /**
   * Switches the probe off in a program that continues to run, and releases everything in the probe
   * for garbage collection.
   */
  public static void stopForGood() {
    stop();
    tasks = null;
    begun = null;
  }

  /** Starts notifying a listener of events. Does nothing if the listener is already registered. */
  public static void listen(History.Listener listener) {
    Recorder current = recorder;
    if (current != null) {
      current.history.listen(listener);
    }
  }

  /** Stops notifying a listener. */
  public static void listenNoMore(History.Listener listener) {
    Recorder current = recorder;
    if (current != null) {
      current.history.listenNoMore(listener);
    }
  }

  private static synchronized void forgetPrepared() {
    prepared = null;
  }

  /** Runs a task of the agent that may open and close resources, without recording any of them. */
  public static void unseen(Task task) {
    Recorder current = recorder;
    if (current == null) {
      task.run();
    } else {
      current.threads.unseen(task);
    }
  }

  /**
   * Records all collected resources that are now in the queue, on the calling thread.
   *
   * @return the number of resources recorded
   */
  public static int recordCollected() {
    Recorder current = recorder;
    return current == null ? 0 : current.recordRest();
  }

  /**
   * Ends the thread that records collected resources. From then on only {@link #recordCollected}
   * records collected resources; when that method returns 0, all of them have been recorded.
   *
   * @return false if the thread has not ended in time
   */
  public static boolean watchNoMore(long millis) throws InterruptedException {
    Recorder current = recorder;
    return current == null || current.collected.end(millis);
  }

  /**
   * Records the current stacks of the platform threads that have called a hook. Called when the
   * process ends.
   *
   * @return their stacks
   */
  public static List<StackTraceElement[]> recordThreads() {
    Recorder current = recorder;
    return current == null ? List.of() : current.lastStacks.record();
  }

  /**
   * Records the current stack of a platform thread, unless the thread has called a hook. Called
   * when the process ends. May block if a subclass of Thread overrides a method and the override
   * blocks.
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
   * Records the stack of a virtual thread. Called when the process ends.
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
