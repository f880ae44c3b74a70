package io.ttalloc.it.exit;

/** Fills the heap of a program with arrays that stay reachable. */
final class HeapFilling {
  private static final Object[] NONE = new Object[0];

  private static Object[] last = NONE;

  private HeapFilling() {}

  /**
   * Allocates smaller and smaller arrays, of each length until no more of them fit.
   *
   * @param min how many elements the last ones have at least
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
        // Go on with arrays of half the length.
      }
    }
  }

  /** Lets go of all of them. */
  static void letGo() {
    last = NONE;
  }
}
