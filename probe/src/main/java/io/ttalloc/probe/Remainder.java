package io.ttalloc.probe;

/**
 * What hooks have left to be recorded: resources that the collector took, events that came late,
 * and counts of what was missed. Recorded by threads of the agent, which are in no hook.
 */
final class Remainder {
  private Remainder() {}

  /**
   * Records what there is.
   *
   * @return how many resources the collector took
   */
  static int record(Recorder recorder) {
    try {
      StackRoom.check();
    } catch (StackOverflowError e) {
      recorder.withoutStack++;
      return 0;
    }
    ThreadState thread = recorder.threads.get();
    // Even in a hook, or unseen: it is the agent that asks.
    boolean before = thread.busy;
    thread.busy = true;
    try {
      recorder.catchUp(thread);
      return recorder.collected.recordEnqueued(thread);
    } finally {
      thread.busy = before;
    }
  }
}
