package io.ttalloc.runtime.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Kernels that were enqueued and have not run. As on the hardware, enqueueing one does not wait for
 * its result: they run, in their order, before the first access that could show the difference. A
 * result that is freed before it was read is never computed.
 *
 * <p>Thread-safe.
 */
final class DeferredKernels {
  /** The maximum of kernels that wait. */
  private static final int MAX_WAITING = 64;

  /** Bytes of every bank, from {@code start} up to but not including {@code end}. */
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

  /** Whether any may wait or run, so that most accesses need no lock. */
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

  /** Forgets the kernels whose results are given back, unless another kernel needs them. */
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
    // A kernel's own accesses come here too.
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
