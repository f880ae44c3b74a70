package io.ttalloc.points;

/** A thread that, while it is controlled, runs only when an {@link Execution} lets it. */
final class ControlledThread extends Thread {
  final Execution execution;
  final int index;
  private final Runnable before;
  private final Runnable body;

  /**
   * The number of steps since the thread came under control: memory accesses and waits or, if
   * threads switch only between hooks, hooks and waits.
   */
  int steps;

  private boolean controlled;

  /**
   * Creates a thread of an execution.
   *
   * @param index its index in the execution
   * @param before runs before the thread is controlled
   * @param body runs under control
   */
  ControlledThread(Execution execution, int index, Runnable before, Runnable body) {
    super("controlled " + index);
    this.execution = execution;
    this.index = index;
    this.before = before;
    this.body = body;
    setDaemon(true);
  }

  boolean isControlled() {
    return controlled;
  }

  @Override
  public void run() {
    try {
      before.run();
    } catch (Throwable e) {
      HookCalls.problem("before its turn, thread " + index + " threw " + e);
    }
    execution.isReady(this);
    controlled = true;
    try {
      body.run();
    } catch (Throwable e) {
      HookCalls.problem("thread " + index + " threw " + e);
    } finally {
      controlled = false;
      execution.finished(this);
    }
  }
}
