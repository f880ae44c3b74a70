package io.ttalloc.agent.exit.frames;

import io.ttalloc.probe.Probe;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The application's frames in the stacks of threads, each frame once, and at most {@link
 * #MAX_FRAMES}. Not thread-safe.
 */
public final class RunningFrames {
  private static final int MAX_THREADS = 1_000;
  static final int MAX_FRAMES = 2_000;

  private final Set<StackTraceElement> frames = new LinkedHashSet<>();
  private boolean complete = true;

  /** Records the stacks of the threads that have called no hook, and adds their frames. */
  void recordOthers() {
    Thread[] threads = LiveThreads.all();
    int asked = Math.min(MAX_THREADS, threads.length);
    for (int i = 0; i < asked; i++) {
      add(Probe.recordOther(threads[i]));
    }
    complete &= asked == threads.length;
  }

  /** Adds the frames of a stack. */
  public void add(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame != null && isOfApplication(frame) && !frames.contains(frame)) {
        complete &= frames.size() < MAX_FRAMES && frames.add(frame);
      }
    }
  }

  /** Notes that further frames are unknown. */
  public void lackSome() {
    complete = false;
  }

  /** Whether no frames are missing. */
  boolean areComplete() {
    return complete;
  }

  /** The frames by the names of their classes. */
  Map<String, Set<StackTraceElement>> byClass() {
    Map<String, Set<StackTraceElement>> byClass = new LinkedHashMap<>();
    for (StackTraceElement frame : frames) {
      Set<StackTraceElement> ofClass =
          byClass.computeIfAbsent(frame.getClassName(), key -> new LinkedHashSet<>());
      ofClass.add(frame);
    }
    return byClass;
  }

  /**
   * Whether a frame belongs to the application and has code, unlike a native method. Its line may
   * be unknown.
   */
  private static boolean isOfApplication(StackTraceElement frame) {
    String name = frame.getClassName();
    return !frame.isNativeMethod()
        && !FrameGuards.isOfJdk(name)
        && !name.startsWith("io.ttalloc.agent.")
        && !name.startsWith("io.ttalloc.probe.");
  }
}
