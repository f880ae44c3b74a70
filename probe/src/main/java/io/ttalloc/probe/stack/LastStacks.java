package io.ttalloc.probe.stack;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.hook.ThreadStates;
import java.util.function.Consumer;

/**
 * Records where the threads are that have called hooks when the process ends: a method that is
 * still running may still need what it opened.
 *
 * <p>No method lists virtual threads: {@link #recordVirtual} takes what the JDK's thread dump has
 * of them.
 */
public final class LastStacks {
  private final ThreadStates threads;
  private final StackCapture stacks;
  private final LedgerWriter ledger;

  /** Records nothing yet, nor ever if no stacks are captured: there is nothing to compare with. */
  public LastStacks(ThreadStates threads, StackCapture stacks, LedgerWriter ledger) {
    this.threads = threads;
    this.stacks = stacks;
    this.ledger = ledger;
  }

  /**
   * Records those of platform threads.
   *
   * @param taken receives each stack that is recorded
   */
  public void record(Consumer<StackTraceElement[]> taken) {
    if (!stacks.captures) {
      return;
    }
    for (ThreadState state : threads.ofPlatformThreads()) {
      Thread thread = state.thread.get();
      if (thread != null) {
        record(state, thread, taken);
      }
    }
  }

  public boolean sawVirtualThreads() {
    return threads.sawVirtual();
  }

  public void recordVirtual(String name, StackTraceElement[] trace) {
    int stack = stacks.captures ? stacks.stack(trace) : 0;
    if (stack != 0) {
      write(ledger.text(threads.boundedName(name, true)), stack, ledger.now());
    }
  }

  private void write(int name, int stack, long takenNanos) {
    int low = (int) takenNanos;
    int high = (int) (takenNanos >>> Integer.SIZE);
    if (!ledger.rows().add(ThreadRecord.NUMBER, Integer.MAX_VALUE, name, stack, low, high)) {
      ledger.gap(Gap.DETAILS_MISSING);
    }
  }

  /**
   * One by one: all stack traces at once would come in a map, and a subclass of Thread may have a
   * hashCode() that waits or throws.
   */
  private void record(ThreadState state, Thread thread, Consumer<StackTraceElement[]> taken) {
    try {
      long takenNanos = ledger.now();
      StackTraceElement[] trace = thread.getStackTrace();
      int stack = stacks.stack(trace);
      if (stack != 0) {
        taken.accept(trace);
        write(state.name, stack, takenNanos);
      }
    } catch (Throwable e) {
      // A subclass of Thread may return anything for its stack, or throw anything.
      ledger.hookError();
    }
  }
}
