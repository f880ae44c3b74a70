package io.ttalloc.benchmarks.paper;

import java.util.ArrayList;
import java.util.List;

/**
 * The contents of the result files. Immutable.
 *
 * @param skipped the measurements that were skipped, with the reasons
 */
public record Results(
    Circumstances circumstances,
    HookTable hooks,
    List<ProcessFigure> process,
    List<Bar> bars,
    List<String> skipped) {
  /** Copies the mutable arguments. */
  public Results {
    process = List.copyOf(process);
    bars = List.copyOf(bars);
    skipped = List.copyOf(skipped);
  }

  /** Returns the process figures of a run, completed by those of an earlier run. */
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
