package io.ttalloc.it.reliability.soak;

import io.ttalloc.it.reliability.program.Things.Gate;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Disturbs the workers of {@link SoakProgram}: frequently by interrupts, and from time to time by a
 * stack overflow within a hook or an exhausted heap. Resources that are opened while the stack or
 * the heap is exhausted have a type of their own, because it is unknown how many are recorded.
 */
final class SoakFaults {
  private static final int SMALL_STACK = 256 << 10;
  private static final int GATES = 64;
  private static final int LEVELS = 60;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final List<Thread> workers;
  private final HeapGate heap;
  private final Random random = new Random(99);
  private final Gate[] gates = new Gate[GATES];
  private @Nullable Block eaten;
  private volatile boolean end;
  private long count;

  /** An element of a linked list that needs no other objects. */
  @SuppressWarnings("UnusedVariable") // The fields only occupy memory.
  private static final class Block {
    final byte[] bytes;
    final @Nullable Block next;

    Block(int size, @Nullable Block next) {
      bytes = new byte[size];
      this.next = next;
    }
  }

  SoakFaults(List<Thread> workers, HeapGate heap) {
    this.workers = workers;
    this.heap = heap;
    for (int i = 0; i < GATES; i++) {
      gates[i] = new Gate();
    }
  }

  /** The number of faults so far. */
  long count() {
    return count;
  }

  void end() {
    end = true;
  }

  void run() {
    while (!end) {
      count++;
      workers.get(random.nextInt(workers.size())).interrupt();
      if (count % 200 == 0) {
        overflow();
      }
      if (count % 1_000 == 0) {
        starve();
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    for (Gate gate : gates) {
      gate.stop();
    }
  }

  private void overflow() {
    Thread thread = new Thread(null, () -> descend(0), "overflows", SMALL_STACK);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("InfiniteRecursion") // Ends when the stack overflows.
  private int descend(int depth) {
    int below;
    try {
      below = descend(depth + 1);
    } catch (StackOverflowError e) {
      below = 0;
    }
    if (below < LEVELS) {
      pass(depth);
    }
    return below + 1;
  }

  private void pass(int number) {
    Gate gate = gates[number & (GATES - 1)];
    if (gate.isOpen()) {
      gate.stop();
    } else {
      gate.start();
    }
  }

  /**
   * Exhausts the heap while no worker runs, because the openings of workers are counted and would
   * fail now.
   */
  private void starve() {
    heap.close();
    try {
      for (int size = 1 << 20; size >= 16; size >>= 4) {
        eat(size);
      }
      for (int i = 0; i < GATES / 4; i++) {
        try {
          pass(i);
        } catch (OutOfMemoryError e) {
          // Thrown by the hook or by the program; either way the heap is released now.
        }
      }
    } finally {
      eaten = null;
      untilThereIsHeap();
      heap.open();
    }
  }

  /**
   * Waits until an allocation succeeds. G1 may throw one more error although all memory is free.
   * Such an error would end a worker that has already counted its next opening.
   */
  private void untilThereIsHeap() {
    System.gc();
    boolean free = false;
    while (!free) {
      try {
        eaten = new Block(1 << 20, null);
        free = true;
      } catch (OutOfMemoryError e) {
        // There is no heap yet.
      }
    }
    eaten = null;
  }

  private void eat(int size) {
    try {
      while (true) {
        eaten = new Block(size, eaten);
      }
    } catch (OutOfMemoryError e) {
      // Smaller blocks may still fit.
    }
  }
}
