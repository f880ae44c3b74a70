package io.ttalloc.points;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One execution of two or three threads, only one of which runs at a time. At the points where the
 * order of threads matters, {@link Choices} decide which thread continues.
 *
 * <p>A thread is blocked while another one holds the monitor that it needs; a thread that yields or
 * parks lets the others run first. If no thread can run, or all of them only wait for each other, a
 * problem is reported and the execution is abandoned: its threads continue without control.
 */
final class Execution {
  /**
   * If threads wait more often than this, and for longer than {@link #MAX_WAIT_NANOS}, they are
   * assumed to wait for each other.
   */
  private static final int MAX_WAITS = 100;

  private static final long MAX_WAIT_NANOS = 10_000_000_000L;
  private static final int[] NOBODY = {};

  /** Thrown to end a thread's waiting loop after the execution was abandoned. */
  private static final class Abandoned extends Error {
    private static final long serialVersionUID = 1;
  }

  /** The granularity at which executions interleave. */
  enum Grain {
    /** Threads switch only between hooks, as if each hook were one atomic step. */
    HOOKS,
    /** Threads switch wherever several of them access the same location. */
    ACCESSES
  }

  private record Owner(int thread, int times) {}

  private final Choices choices;
  private final Accesses accesses;
  private final Grain grain;
  private final @Nullable Script script;
  private final List<ControlledThread> threads = new ArrayList<>();
  private final IdentityHashMap<Object, Owner> monitors = new IdentityHashMap<>();
  private final Turns turns = new Turns();
  private @Nullable Object[] wanted = new @Nullable Object[0];
  private boolean[] done = new boolean[0];
  private boolean waitedForAnother;
  private int waits;
  private long firstWaitNanos;
  private volatile int turn = -1;
  private volatile boolean abandoned;

  /**
   * Creates an execution.
   *
   * @param script the order of the threads; null if choices decide
   */
  Execution(Choices choices, Accesses accesses, Grain grain, @Nullable Script script) {
    this.choices = choices;
    this.accesses = accesses;
    this.grain = grain;
    this.script = script;
  }

  /** Runs threads until they end. */
  void run(List<Runnable> before, List<Runnable> bodies, long millis) throws InterruptedException {
    for (int i = 0; i < bodies.size(); i++) {
      threads.add(new ControlledThread(this, i, before.get(i), bodies.get(i)));
    }
    wanted = new @Nullable Object[bodies.size()];
    done = new boolean[bodies.size()];
    choices.begin();
    accesses.begin();
    threads.get(0).start();
    for (ControlledThread thread : threads) {
      thread.join(millis);
      if (thread.isAlive() || turn < 0) {
        throw new AssertionError(
            "a thread waits for something outside of this test:\n" + TestThreads.allStacks());
      }
    }
  }

  /** The order in which the threads ran. */
  Turns turns() {
    return turns;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /**
   * Called when a thread is ready to be controlled. The execution begins when all threads are
   * ready.
   */
  void isReady(ControlledThread thread) {
    if (thread.index + 1 < threads.size()) {
      threads.get(thread.index + 1).start();
    } else {
      int[] all = new int[threads.size()];
      Arrays.setAll(all, i -> i);
      give(script != null ? script.thread() : all[choices.choose(all.length, false)]);
    }
    await(thread);
  }

  private void give(int next) {
    turn = next;
    LockSupport.unpark(threads.get(next));
  }

  private void await(ControlledThread thread) {
    while (turn != thread.index && !abandoned) {
      LockSupport.park(this);
    }
  }

  private void switchTo(ControlledThread from, int next, int site) {
    if (next != from.index) {
      turns.ended(from.index, from.steps, site);
      give(next);
      await(from);
    }
  }

  private boolean canRun(int thread) {
    Object monitor = wanted[thread];
    return !done[thread] && (monitor == null || !monitors.containsKey(monitor));
  }

  /** The threads that can run; the running one comes first if it can. */
  private int[] runnable(int running) {
    int[] all = new int[done.length];
    int count = 0;
    if (canRun(running)) {
      all[count++] = running;
    }
    for (int i = 0; i < done.length; i++) {
      if (i != running && canRun(i)) {
        all[count++] = i;
      }
    }
    return Arrays.copyOf(all, count);
  }

  private void choose(ControlledThread thread, int site) {
    int[] all = runnable(thread.index);
    if (script != null) {
      switchTo(thread, script.next(thread.index, thread.steps, all), site);
    } else if (all.length > 1) {
      switchTo(thread, all[choices.choose(all.length, all[0] == thread.index)], site);
    } else if (all.length == 1) {
      switchTo(thread, all[0], site);
    }
  }

  void access(ControlledThread thread, Object target, int place, int site) {
    if (abandoned || grain == Grain.HOOKS) {
      return;
    }
    thread.steps++;
    accesses.note(target, place, thread.index, site, (Sites.kind(site) & Sites.STORES) != 0);
    if (script != null || accesses.isContested(site)) {
      choose(thread, site);
    }
  }

  void hookBegins(ControlledThread thread) {
    if (!abandoned && grain == Grain.HOOKS) {
      thread.steps++;
      choose(thread, -1);
    }
  }

  void lock(ControlledThread thread, Object monitor, int site) {
    access(thread, monitor, 0, site);
    Owner owner = monitors.get(monitor);
    while (!abandoned && owner != null && owner.thread() != thread.index) {
      wanted[thread.index] = monitor;
      if (runnable(thread.index).length == 0) {
        abandon("all threads wait for monitors, at last at " + Sites.place(site));
        return;
      }
      choose(thread, site);
      owner = monitors.get(monitor);
    }
    wanted[thread.index] = null;
    if (!abandoned) {
      monitors.put(monitor, new Owner(thread.index, owner == null ? 1 : owner.times() + 1));
    }
  }

  void unlock(Object monitor) {
    Owner owner = abandoned ? null : monitors.get(monitor);
    if (owner != null && owner.times() == 1) {
      monitors.remove(monitor);
    } else if (owner != null) {
      monitors.put(monitor, new Owner(owner.thread(), owner.times() - 1));
    }
  }

  /**
   * Reports that a hook waits for another thread. Such a wait is always a defect, since the other
   * thread may have been stopped for good.
   */
  void waitsForAnother(int site) {
    if (!abandoned && !waitedForAnother) {
      waitedForAnother = true;
      HookCalls.problem("a hook waits for another thread at " + Sites.place(site));
    }
  }

  /**
   * Called when a controlled thread waits for others. The other threads then run in turn, without a
   * choice. If none of them can run, the thread is waiting for a thread that is not controlled.
   */
  @SuppressWarnings("ThreadPriorityCheck") // Replaces the same call in the probe.
  void waits(ControlledThread thread) {
    if (waits++ == 0) {
      firstWaitNanos = System.nanoTime();
    }
    if (!abandoned && waits > MAX_WAITS && System.nanoTime() - firstWaitNanos > MAX_WAIT_NANOS) {
      abandon("threads wait for each other, at last " + ErrorPoints.stackOf(new Throwable()));
    }
    if (abandoned) {
      throw new Abandoned();
    }
    thread.steps++;
    for (int i = 1; i < done.length; i++) {
      int next = (thread.index + i) % done.length;
      if (canRun(next)) {
        int[] all = script == null ? NOBODY : runnable(thread.index);
        switchTo(thread, script == null ? next : script.next(thread.index, thread.steps, all), -1);
        return;
      }
    }
    Thread.yield();
  }

  void finished(ControlledThread thread) {
    if (abandoned) {
      return;
    }
    done[thread.index] = true;
    turns.ended(thread.index, thread.steps, -1);
    int[] all = runnable(thread.index);
    if (all.length == 0) {
      for (boolean each : done) {
        if (!each) {
          abandon("the threads that have not ended wait for monitors");
        }
      }
    } else if (script != null) {
      give(script.next(thread.index, Integer.MAX_VALUE, all));
    } else {
      give(all[all.length == 1 ? 0 : choices.choose(all.length, false)]);
    }
  }

  private void abandon(String why) {
    HookCalls.problem(why);
    abandoned = true;
    threads.forEach(LockSupport::unpark);
  }
}
