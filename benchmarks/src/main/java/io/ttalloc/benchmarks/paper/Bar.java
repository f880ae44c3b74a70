package io.ttalloc.benchmarks.paper;

/**
 * What a figure has to be, and what it is. Immutable.
 *
 * @param what for people
 * @param limit in {@code unit}
 * @param atMost whether the figure must not be above the limit; else it must not be below it
 * @param measured in {@code unit}
 * @param unit {@code x} for a ratio
 */
public record Bar(String what, double limit, boolean atMost, Estimate measured, String unit) {

  /** A bar that must not be passed upwards. */
  public static Bar atMost(String what, double limit, Estimate measured, String unit) {
    return new Bar(what, limit, true, measured, unit);
  }

  /** A bar that must be reached. */
  public static Bar atLeast(String what, double limit, Estimate measured, String unit) {
    return new Bar(what, limit, false, measured, unit);
  }

  /** Whether the measured value, without regard to its error, keeps to it. */
  public boolean met() {
    return atMost ? measured.value() <= limit : measured.value() >= limit;
  }
}
