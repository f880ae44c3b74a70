package io.ttalloc.it.jvm;

/**
 * The number of times that tests repeat something: by default, the number stated in the papers.
 * {@code -Dttalloc.effort=25} reduces this number to a quarter.
 */
public final class Effort {
  private static final int PERCENT = Integer.getInteger("ttalloc.effort", 100);

  private Effort() {}

  /** Scales a number of repetitions at full effort; returns at least one. */
  public static int of(int whole) {
    return Math.max(1, Math.toIntExact((long) whole * PERCENT / 100));
  }
}
