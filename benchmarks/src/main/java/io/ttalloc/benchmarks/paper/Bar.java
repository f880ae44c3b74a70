package io.ttalloc.benchmarks.paper;

/**
 * What a figure has to be, and what it is. Immutable.
 *
 * @param what for people
 * @param limit in {@code unit}
 * @param atMost whether the figure must not be above the limit; else it must not be below it
 * @param measured in {@code unit}
 * @param unit {@code x} for a ratio
 * @param day on which it was measured, ISO 8601; empty = in this run
 * @param reason why it is missed, if that is known; else empty
 */
public record Bar(
    String what,
    double limit,
    boolean atMost,
    Estimate measured,
    String unit,
    String day,
    String reason) {

  /** A bar that must not be passed upwards. */
  public static Bar atMost(String what, double limit, Estimate measured, String unit) {
    return new Bar(what, limit, true, measured, unit, "", "");
  }

  /** A bar that must be reached. */
  public static Bar atLeast(String what, double limit, Estimate measured, String unit) {
    return new Bar(what, limit, false, measured, unit, "", "");
  }

  /** The same of another day. */
  public Bar on(String earlier) {
    return new Bar(what, limit, atMost, measured, unit, earlier, reason);
  }

  /** The same with the reason that it is missed. */
  public Bar because(String known) {
    return new Bar(what, limit, atMost, measured, unit, day, known);
  }

  /** Whether the measured value, without regard to its error, keeps to it. */
  public boolean met() {
    return atMost ? measured.value() <= limit : measured.value() >= limit;
  }
}
