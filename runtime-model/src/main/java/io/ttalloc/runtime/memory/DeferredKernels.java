package io.ttalloc.runtime.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Kernels that were enqueued but have not run yet. As on the hardware, enqueueing a kernel does not
 * wait for its result. The kernels run in the order in which they were enqueued, before the first
 * access that could reveal the delay. A result that is freed before it is read is never computed.
 *
 * <p>Thread-safe.
 */
final class DeferredKernels {
  /** The maximum number of waiting kernels. */
  private static final int MAX_WAITING = 64;

  /** The bytes of every bank from {@code start}, inclusive, to {@code end}, exclusive. */
  record Span(long start, long end) {
    boolean overlaps(Span other) {
      return start < other.end && other.start < end;
    }

    boolean contains(Span other) {
      return start <= other.start && other.end <= end;
    }
  }

  private record Kernel(List<Span> inputs, Span output, Runnable body) {
    boolean reads(Span span) {
      return inputs.stream().anyMatch(span::overlaps);
    }

    boolean touches(Span span) {
      return output.overlaps(span) || reads(span);
    }
  }

  private final Deque<Kernel> waiting = new ArrayDeque<>();

  /**
   * Whether any kernel may be waiting or running. Read without the lock, so that most accesses need
   * not acquire it.
   */
  private volatile boolean present;

  private boolean running;

  synchronized void add(List<Span> inputs, Span output, Runnable body) {
    if (waiting.size() == MAX_WAITING) {
      runAll();
    }
    waiting.add(new Kernel(inputs, output, body));
    present = true;
  }

  void beforeRead(Span span) {
    if (present) {
      runIfTouched(span, false);
    }
  }

  void beforeWrite(Span span) {
    if (present) {
      runIfTouched(span, true);
    }
  }

  /**
   * Drops kernels whose results are about to be discarded, unless another kernel reads the results.
   */
  void beforeDiscard(Span span) {
    if (present) {
      forgetResultsIn(span);
      runIfTouched(span, true);
    }
  }

  synchronized void clear() {
    waiting.clear();
    present = running;
  }

  private synchronized void forgetResultsIn(Span span) {
    if (!running && waiting.stream().noneMatch(kernel -> kernel.reads(span))) {
      waiting.removeIf(kernel -> span.contains(kernel.output()));
      present = !waiting.isEmpty();
    }
  }

  private synchronized void runIfTouched(Span span, boolean inputsToo) {
    // The accesses of a running kernel also call this method.
    if (!running
        && waiting.stream()
            .anyMatch(
                kernel -> inputsToo ? kernel.touches(span) : kernel.output().overlaps(span))) {
      runAll();
    }
  }

  private void runAll() {
    running = true;
    try {
      for (Kernel next = waiting.poll(); next != null; next = waiting.poll()) {
        next.body().run();
      }
    } finally {
      running = false;
      present = !waiting.isEmpty();
    }
  }
}
