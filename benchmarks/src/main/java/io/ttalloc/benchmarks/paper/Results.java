package io.ttalloc.benchmarks.paper;

import java.util.ArrayList;
import java.util.List;

/**
 * What the papers show. Immutable.
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

  /**
   * The figures of whole processes of a run, with those of an earlier one that it did not measure.
   */
  public static List<ProcessFigure> with(List<ProcessFigure> measured, List<ProcessFigure> kept) {
    List<ProcessFigure> all = new ArrayList<>(measured);
    for (ProcessFigure earlier : kept) {
      if (measured.stream().noneMatch(each -> each.name().equals(earlier.name()))) {
        all.add(earlier);
      }
    }
    return all;
  }
}
