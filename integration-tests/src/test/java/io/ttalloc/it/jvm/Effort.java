package io.ttalloc.it.jvm;

/**
 * How often what repeats is repeated. The numbers in the tests are those of the papers; {@code
 * -Dttalloc.effort=25} does a quarter of it.
 */
public final class Effort {
  private static final int PERCENT = Integer.getInteger("ttalloc.effort", 100);

  private Effort() {}

  /** The number of times, where the whole effort takes a given number; at least once. */
  public static int of(int whole) {
    return Math.max(1, Math.toIntExact((long) whole * PERCENT / 100));
  }
}
