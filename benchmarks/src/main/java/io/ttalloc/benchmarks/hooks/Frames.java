package io.ttalloc.benchmarks.hooks;

import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.CompilerControl.Mode;

/**
 * Creates real stack frames: four methods of two classes call each other in a ring and are never
 * inlined, like application methods that are too large or whose call sites have too many receiver
 * types.
 */
final class Frames {
  /**
   * The number of frames that every measured stack has, whatever its depth: the thread's outermost
   * method, {@link #descend}, the innermost frame of the ring, the loop, and {@link
   * Operation#once}.
   */
  static final int OTHERS = 5;

  private Frames() {}

  /**
   * Runs an operation on a stack of exactly {@code depth} frames. The innermost frame is {@code
   * once()}. The caller must be the outermost method of its thread.
   *
   * @param depth at least {@link #OTHERS}
   * @param times the number of times the operation runs at that depth
   */
  static void descend(int depth, int times, Operation operation) {
    Odd.there(depth - OTHERS, times, operation);
  }

  private static void repeat(int times, Operation operation) {
    for (int i = 0; i < times; i++) {
      operation.once();
    }
  }

  private static final class Odd {
    @CompilerControl(Mode.DONT_INLINE)
    static void there(int left, int times, Operation operation) {
      if (left == 0) {
        repeat(times, operation);
      } else {
        Even.there(left - 1, times, operation);
      }
    }

    @CompilerControl(Mode.DONT_INLINE)
    static void back(int left, int times, Operation operation) {
      if (left == 0) {
        repeat(times, operation);
      } else {
        Even.back(left - 1, times, operation);
      }
    }
  }

  private static final class Even {
    @CompilerControl(Mode.DONT_INLINE)
    static void there(int left, int times, Operation operation) {
      if (left == 0) {
        repeat(times, operation);
      } else {
        Odd.back(left - 1, times, operation);
      }
    }

    @CompilerControl(Mode.DONT_INLINE)
    static void back(int left, int times, Operation operation) {
      if (left == 0) {
        repeat(times, operation);
      } else {
        Odd.there(left - 1, times, operation);
      }
    }
  }
}
