package io.ttalloc.it.jvm;

/**
 * The number of repetitions. The tests have the numbers of the papers; {@code -Dttalloc.effort=25}
 * runs a quarter of them.
 */
public final class Effort {
  private static final int PERCENT = Integer.getInteger("ttalloc.effort", 100);

  private Effort() {}

  /** The number of times, where the whole effort takes a given number; at least once. */
  public static int of(int whole) {
    return Math.max(1, Math.toIntExact((long) whole * PERCENT / 100));
  }
}
