package io.ttalloc.it.jvm;

/**
 * How often tests repeat something: by default as often as the papers state. {@code
 * -Dttalloc.effort=25} reduces this to a quarter.
 */
public final class Effort {
  private static final int PERCENT = Integer.getInteger("ttalloc.effort", 100);

  private Effort() {}

  /** Scales a number of repetitions at full effort; returns at least one. */
  public static int of(int whole) {
    return Math.max(1, Math.toIntExact((long) whole * PERCENT / 100));
  }
}
