package io.ttalloc.benchmarks.paper;

import java.util.List;

/**
 * All of one run. Immutable.
 *
 * @param skipped what was not measured, and why
 */
public record Results(
    Circumstances circumstances,
    HookTable hooks,
    List<ProcessFigure> process,
    List<Bar> bars,
    List<String> skipped) {
  /** Copies what can change. */
  public Results {
    process = List.copyOf(process);
    bars = List.copyOf(bars);
    skipped = List.copyOf(skipped);
  }
}
