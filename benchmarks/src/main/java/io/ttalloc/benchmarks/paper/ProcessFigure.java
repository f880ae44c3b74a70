package io.ttalloc.benchmarks.paper;

/**
 * Something measured of whole processes. Immutable.
 *
 * @param name its name in the JSON
 * @param what the same for people
 * @param value in {@code unit}
 * @param measured the day, ISO 8601; empty = in this run
 */
public record ProcessFigure(
    String name, String what, Estimate value, String unit, String measured) {
  /** A figure of this run. */
  public ProcessFigure(String name, String what, Estimate value, String unit) {
    this(name, what, value, unit, "");
  }

  /** The same with the day on which it was measured, unless that is known. */
  ProcessFigure on(String day) {
    return measured.isEmpty() ? new ProcessFigure(name, what, value, unit, day) : this;
  }
}
