package io.ttalloc.probe;

/**
 * Which threads are reading values that rules name. The methods that they call for that must not
 * count as calls of the program; woven code says so only where a call is to be made to fail.
 * Thread-safe; never throws.
 */
final class ValueReads {
  /** One number of the thread's: how many reads it is in. */
  private static final ThreadLocal<int[]> DEPTH = new ThreadLocal<>();

  /** Whether there was one; else no thread needs a number. */
  private static volatile boolean any;

  private ValueReads() {}

  static void begin() {
    try {
      int[] depth = DEPTH.get();
      if (depth == null) {
        depth = new int[1];
        DEPTH.set(depth);
        any = true;
      }
      depth[0]++;
    } catch (VirtualMachineError e) {
      // No stack or no heap: the call may count, and nothing else is wrong.
    }
  }

  static void end() {
    try {
      int[] depth = DEPTH.get();
      if (depth != null && depth[0] > 0) {
        depth[0]--;
      }
    } catch (VirtualMachineError e) {
      // As above.
    }
  }

  /** What is thrown ends all reads that the thread is in, since nobody counts how many. */
  static void endAll() {
    try {
      int[] depth = any ? DEPTH.get() : null;
      if (depth != null) {
        depth[0] = 0;
      }
    } catch (VirtualMachineError e) {
      // As above.
    }
  }

  /** Whether this thread is in one. */
  static boolean isInOne() {
    int[] depth = any ? DEPTH.get() : null;
    return depth != null && depth[0] > 0;
  }
}
