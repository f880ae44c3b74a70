package io.ttalloc.probe.stack;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.hook.ThreadStates;
import java.util.ArrayList;
import java.util.List;

/**
 * Records the current stacks of the threads when the process ends: a method that is still running
 * may still need the resources that it opened or was passed.
 *
 * <p>The JDK has no method that lists virtual threads: {@link #recordVirtual} gets their stacks
 * from the JDK's thread dump.
 */
public final class LastStacks {
  private static final StackTraceElement[] NONE = {};

  private final ThreadStates threads;
  private final StackCapture stacks;
  private final LedgerWriter ledger;

  /**
   * Creates a recorder of stacks. It records nothing if no stacks are captured, because there would
   * be nothing to compare with.
   */
  public LastStacks(ThreadStates threads, StackCapture stacks, LedgerWriter ledger) {
    this.threads = threads;
    this.stacks = stacks;
    this.ledger = ledger;
  }

  /** Records the stacks of the platform threads that have called hooks, and returns them. */
  public List<StackTraceElement[]> record() {
    List<StackTraceElement[]> taken = new ArrayList<>();
    for (ThreadState state : threads.ofPlatformThreads()) {
      Thread thread = state.thread.get();
      if (thread != null && stacks.captures) {
        try {
          StackTraceElement[] stack = record(state.name, thread);
          if (stack.length > 0) {
            taken.add(stack);
          }
        } catch (Throwable e) {
          // A subclass of Thread may return any stack, or throw any exception.
          ledger.hookError();
        }
      }
    }
    return taken;
  }

  /** Records and returns the stack of a platform thread that has called no hook. */
  public StackTraceElement[] recordOther(Thread thread) {
    try {
      if (stacks.captures && !threads.know(thread)) {
        return record(ledger.text(threads.boundedName(thread.getName(), false)), thread);
      }
    } catch (Throwable e) {
      // A subclass of Thread may return any stack, or throw any exception.
    }
    return NONE;
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
   * Records the stack of one thread. Does not use Thread.getAllStackTraces(), because that puts the
   * threads into a map, and a subclass of Thread may have a hashCode() that blocks or throws.
   */
  private StackTraceElement[] record(int name, Thread thread) {
    long takenNanos = ledger.now();
    StackTraceElement[] trace = thread.getStackTrace();
    int stack = stacks.stack(trace);
    if (stack == 0) {
      return NONE;
    }
    write(name, stack, takenNanos);
    return trace;
  }
}
