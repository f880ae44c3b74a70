package io.ttalloc.agent.exit.frames;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The frames of threads, as far as they are the application's, each once and {@link #MAX_FRAMES} at
 * most. Not thread-safe.
 */
public final class RunningFrames {
  private static final int MAX_THREADS = 1_000;
  static final int MAX_FRAMES = 2_000;

  private final Set<StackTraceElement> frames = new LinkedHashSet<>();
  private boolean complete = true;

  /** Adds those of the platform threads, as they are now. */
  void addPlatformThreads() {
    Thread[] threads = LiveThreads.all();
    int asked = Math.min(MAX_THREADS, threads.length);
    for (int i = 0; i < asked; i++) {
      add(Arrays.asList(stack(threads[i])));
    }
    complete &= asked == threads.length;
  }

  /** Adds those of a stack. */
  void add(Collection<StackTraceElement> stack) {
    for (StackTraceElement frame : stack) {
      if (frame != null && isOfApplication(frame) && !frames.contains(frame)) {
        complete &= frames.size() < MAX_FRAMES && frames.add(frame);
      }
    }
  }

  /** Stands for other frames that are unknown. */
  public void lackSome() {
    complete = false;
  }

  /** Whether all are here. */
  boolean areComplete() {
    return complete;
  }

  /** Adds these to others, by the names of their classes. */
  void addTo(Map<String, Set<StackTraceElement>> byClass) {
    for (StackTraceElement frame : frames) {
      Set<StackTraceElement> ofClass =
          byClass.computeIfAbsent(frame.getClassName(), key -> new LinkedHashSet<>());
      ofClass.add(frame);
    }
  }

  /** A subclass of Thread may throw anything, or return anything. */
  private static StackTraceElement[] stack(Thread thread) {
    try {
      return thread.getStackTrace().clone();
    } catch (Throwable e) {
      return new StackTraceElement[0];
    }
  }

  /** A native method has no code; in which line others are may be unknown. */
  private static boolean isOfApplication(StackTraceElement frame) {
    String name = frame.getClassName();
    return !frame.isNativeMethod()
        && !FrameGuards.isOfJdk(name)
        && !name.startsWith("io.ttalloc.agent.")
        && !name.startsWith("io.ttalloc.probe.");
  }
}
