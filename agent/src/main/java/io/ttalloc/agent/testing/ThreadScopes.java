package io.ttalloc.agent.testing;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * The scope of each thread: the scope that the thread has entered; otherwise, while the thread runs
 * a task, the scope in which the task was submitted; otherwise the scope in which the thread was
 * started. A pool thread is in no scope between its tasks. Keeps no task reachable. Thread-safe; no
 * method blocks.
 */
final class ThreadScopes {
  /**
   * A placeholder for the scope of a task that was submitted in several scopes at the same time. It
   * is marked as ended, so that the scope of such a task counts as unknown.
   */
  private static final Scope SEVERAL = new Scope(0, null, Scope.Kind.TEST, "", "", "");

  static {
    SEVERAL.end();
  }

  /** The state of one thread, used only by that thread. */
  private static final class State {
    @Nullable Scope current;

    /** Whether the thread runs the tasks of a pool. */
    boolean ofPool;

    final ArrayDeque<Running> running = new ArrayDeque<>();
  }

  /** A running task, and the scope to which the thread returns afterwards. */
  private record Running(Object task, @Nullable Scope before) {}

  /** A weak reference to a task or a thread, compared by identity. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object task, @Nullable ReferenceQueue<Object> queue) {
      super(task, queue);
      hash = System.identityHashCode(task);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      Object mine = get();
      return mine != null && other instanceof Key key && key.refersTo(mine);
    }
  }

  private final ThreadLocal<State> states = ThreadLocal.withInitial(State::new);
  private final Map<Key, Scope> submitted = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  /** Puts the calling thread into a scope, or into none if null; returns the previous scope. */
  @Nullable Scope enter(@Nullable Scope scope) {
    State state = states.get();
    Scope before = state.current;
    state.current = scope;
    return before;
  }

  /**
   * The scope of the calling thread; null if the thread is in no scope, or its scope is unknown.
   */
  @Nullable Scope current() {
    State state = states.get();
    Scope scope = state.current;
    if (scope == null && !state.ofPool && !submitted.isEmpty()) {
      scope = submitted.get(new Key(Thread.currentThread(), null));
    }
    return scope == null ? null : scope.running();
  }

  /** Records that the calling thread has created or submitted a task, or is starting a thread. */
  void made(Object task) {
    if (task instanceof ForkJoinWorkerThread || isOfTheFramework(task)) {
      return;
    }
    Scope scope = current();
    forgetGone();
    if (scope != null) {
      submit(new Key(task, gone), scope);
    } else if (!submitted.isEmpty() && !isMadeOnce(task)) {
      submitted.replace(new Key(task, null), SEVERAL);
    }
  }

  /**
   * Records the scope of a task. Uses no lambda, since a lambda would be linked inside the hook.
   */
  private void submit(Key task, Scope scope) {
    Scope before = submitted.put(task, scope);
    boolean runs = before == SEVERAL || (before != null && before.running() == before);
    if (runs && before != scope) {
      submitted.replace(task, SEVERAL);
    }
  }

  /** Whether a task is submitted only once. Other tasks may be submitted again by other code. */
  private static boolean isMadeOnce(Object task) {
    return task instanceof FutureTask || task instanceof ForkJoinTask || task instanceof Thread;
  }

  /**
   * Whether a task belongs to the framework: such tasks run tests of any class, in whatever scope
   * they are submitted.
   */
  private static boolean isOfTheFramework(Object task) {
    return task.getClass().getName().startsWith("org.junit.");
  }

  private void forgetGone() {
    for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
      submitted.remove((Key) key);
    }
  }

  /**
   * Records that the calling thread begins to run a task or, if {@code task} is null, the tasks of
   * a pool, one after the other.
   */
  void begins(@Nullable Object task) {
    State state = states.get();
    if (task == null) {
      state.ofPool = true;
      state.current = null;
      return;
    }
    state.running.push(new Running(task, state.current));
    Scope of = submitted.get(new Key(task, null));
    if (of != null) {
      state.current = of;
    } else if (isOfTheFramework(task)) {
      state.current = null;
    } else if (state.ofPool && state.running.size() == 1) {
      state.current = null;
    }
  }

  /**
   * Records that the calling thread has finished a task or, if {@code task} is null, that it no
   * longer runs a pool's tasks.
   */
  void ended(@Nullable Object task) {
    State state = states.get();
    if (task == null) {
      state.ofPool = false;
      return;
    }
    boolean known = false;
    for (Running each : state.running) {
      known |= each.task == task;
    }
    while (known) {
      Running last = state.running.pop();
      state.current = last.before;
      known = last.task != task;
    }
  }
}
