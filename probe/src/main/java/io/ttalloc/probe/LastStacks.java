package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import java.util.Map;
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
    Map<Thread, StackTraceElement[]> traces = Thread.getAllStackTraces();
    for (ThreadState state : threads.ofPlatformThreads()) {
      Thread thread = state.thread.get();
      StackTraceElement[] trace = thread == null ? null : traces.get(thread);
      int stack = trace == null ? 0 : stacks.stack(trace);
      if (stack != 0) {
        ledger.thread(state.name, stack);
      }
    }
  }
}
