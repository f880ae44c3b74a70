package io.ttalloc.it.exit;

/** Fills the heap of a program with arrays that stay reachable. */
final class HeapFilling {
  private static final Object[] NONE = new Object[0];

  private static Object[] last = NONE;

  private HeapFilling() {}

  /**
   * Allocates arrays of each length until no more fit, then shorter ones.
   *
   * @param min the length of the shortest arrays
   */
  static void fill(int min) {
    for (int length = 1 << 20; length >= min; length /= 2) {
      try {
        while (true) {
          Object[] more = new Object[length];
          more[0] = last;
          last = more;
        }
      } catch (OutOfMemoryError full) {
        // Continue with arrays of half the length.
      }
    }
  }

  /** Releases all arrays. */
  static void letGo() {
    last = NONE;
  }
}
