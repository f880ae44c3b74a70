package io.ttalloc.it.weaving;

import org.jspecify.annotations.Nullable;

/**
 * Records which JDK classes a thread enters. This class is on the boot class path of the JVM under
 * test, where {@link TouchNotingAgent} makes each method of the JDK classes call {@link #note}
 * first. Uses only what the JVM itself uses.
 */
public final class Touched {
  private static final int MAX_COUNT = 1 << 15;

  private static final boolean[] NOTED = new boolean[MAX_COUNT];
  private static volatile @Nullable Thread watched;

  private Touched() {}

  /** Called by rewritten methods. */
  public static void note(int classNumber) {
    if (watched == Thread.currentThread()) {
      NOTED[classNumber] = true;
    }
  }

  /** Watches a thread from now on; null ends the watch. */
  public static void watch(@Nullable Thread thread) {
    watched = thread;
  }

  /** Whether a class was entered. */
  public static boolean isNoted(int classNumber) {
    return NOTED[classNumber];
  }
}
