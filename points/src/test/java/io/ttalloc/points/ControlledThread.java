package io.ttalloc.points;

/** A thread that, once it is controlled, runs only while an {@link Execution} lets it. */
final class ControlledThread extends Thread {
  final Execution execution;
  final int index;
  private final Runnable before;
  private final Runnable body;

  /** Accesses to memory since it is controlled. */
  int steps;

  private boolean controlled;

  /**
   * A thread of an execution.
   *
   * @param index its number there
   * @param before what it does before it is controlled
   * @param body what it does under control
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
