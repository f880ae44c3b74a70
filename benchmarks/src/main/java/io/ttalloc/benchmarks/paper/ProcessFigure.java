package io.ttalloc.benchmarks.paper;

/**
 * A figure measured on whole processes. Immutable.
 *
 * @param name its name in the JSON
 * @param what a description for human readers
 * @param value in {@code unit}
 * @param measured the day of the measurement, ISO 8601; empty = this run
 */
public record ProcessFigure(
    String name, String what, Estimate value, String unit, String measured) {
  /** A figure of this run. */
  public ProcessFigure(String name, String what, Estimate value, String unit) {
    this(name, what, value, unit, "");
  }

  /** This figure with the day of its measurement, unless it already has one. */
  ProcessFigure on(String day) {
    return measured.isEmpty() ? new ProcessFigure(name, what, value, unit, day) : this;
  }
}
