package io.ttalloc.benchmarks.paper;

/**
 * A limit for a figure, with the measured value. Immutable.
 *
 * @param what a description for human readers
 * @param limit in {@code unit}
 * @param atMost whether the figure must not exceed the limit; otherwise it must not be below the
 *     limit
 * @param measured in {@code unit}
 * @param unit {@code x} for a ratio
 * @param day the day of the measurement, ISO 8601; empty = this run
 * @param reason the reason why the limit is missed; empty if it is not missed or the reason is
 *     unknown
 */
public record Bar(
    String what,
    double limit,
    boolean atMost,
    Estimate measured,
    String unit,
    String day,
    String reason) {

  /** A bar that the measured value must not exceed. */
  public static Bar atMost(String what, double limit, Estimate measured, String unit) {
    return new Bar(what, limit, true, measured, unit, "", "");
  }

  /** A bar that the measured value must reach. */
  public static Bar atLeast(String what, double limit, Estimate measured, String unit) {
    return new Bar(what, limit, false, measured, unit, "", "");
  }

  /** This bar, measured on another day. */
  public Bar on(String earlier) {
    return new Bar(what, limit, atMost, measured, unit, earlier, reason);
  }

  /** This bar, with the reason why it is missed. */
  public Bar because(String known) {
    return new Bar(what, limit, atMost, measured, unit, day, known);
  }

  /** Whether the measured value, regardless of its error, meets the limit. */
  public boolean met() {
    return atMost ? measured.value() <= limit : measured.value() >= limit;
  }
}
