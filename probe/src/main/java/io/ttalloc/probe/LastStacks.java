package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import org.jspecify.annotations.Nullable;

/**
 * Where the threads are that have opened something, when the process ends: a method that still runs
 * may still need what it opened.
 *
 * <p>Virtual threads are not seen: no JVM lists them.
 */
final class LastStacks {
  private final ThreadStates threads;
  private final @Nullable StackCapture stacks;
  private final LedgerWriter ledger;

  /** {@code stacks}: null if none are captured; then there is nothing to compare with. */
  LastStacks(ThreadStates threads, @Nullable StackCapture stacks, LedgerWriter ledger) {
    this.threads = threads;
    this.stacks = stacks;
    this.ledger = ledger;
  }

  void record() {
    if (stacks == null) {
      return;
    }
    for (ThreadState state : threads.ofPlatformThreads()) {
      Thread thread = state.thread.get();
      if (thread != null) {
        record(stacks, state, thread);
      }
    }
  }

  /**
   * One by one, since all stack traces at once come in a map: a thread may have a hash of its own,
   * which waits or throws.
   */
  private void record(StackCapture stacks, ThreadState state, Thread thread) {
    try {
      int stack = stacks.stack(thread.getStackTrace());
      if (stack != 0) {
        ledger.thread(state.name, stack);
      }
    } catch (RuntimeException e) {
      // What else it says of its stack is its own.
      ledger.hookError();
    }
  }
}
