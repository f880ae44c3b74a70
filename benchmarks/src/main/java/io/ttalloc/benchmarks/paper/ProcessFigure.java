package io.ttalloc.benchmarks.paper;

/**
 * Something measured of whole processes. Immutable.
 *
 * @param name its name in the JSON
 * @param what the same for people
 * @param value in {@code unit}
 */
public record ProcessFigure(String name, String what, Estimate value, String unit) {}
