package io.ttalloc.agent.exit.frames;

import io.ttalloc.probe.Probe;
import java.util.LinkedHashMap;
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

  /** Records where the threads are that have called no hook, and adds their frames. */
  void recordOthers() {
    Thread[] threads = LiveThreads.all();
    int asked = Math.min(MAX_THREADS, threads.length);
    for (int i = 0; i < asked; i++) {
      add(Probe.recordOther(threads[i]));
    }
    complete &= asked == threads.length;
  }

  /** Adds those of a stack. */
  public void add(StackTraceElement[] stack) {
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

  /** Returns them by the names of their classes. */
  Map<String, Set<StackTraceElement>> byClass() {
    Map<String, Set<StackTraceElement>> byClass = new LinkedHashMap<>();
    for (StackTraceElement frame : frames) {
      Set<StackTraceElement> ofClass =
          byClass.computeIfAbsent(frame.getClassName(), key -> new LinkedHashSet<>());
      ofClass.add(frame);
    }
    return byClass;
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
