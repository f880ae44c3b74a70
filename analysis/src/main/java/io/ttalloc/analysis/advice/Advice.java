package io.ttalloc.analysis.advice;

import java.util.ArrayList;
import java.util.List;

/**
 * Advice on how to free the resources of a finding: first a call of an existing method and the
 * place for the call, then further options. Immutable.
 *
 * @param steps the steps in order; empty if nothing has to be done
 */
public record Advice(List<Step> steps) {
  /** Nothing has to be done. */
  public static final Advice NONE = new Advice(List.of());

  public Advice {
    steps = List.copyOf(steps);
  }

  public static Advice of(Step... steps) {
    return new Advice(List.of(steps));
  }

  /** Returns this advice with a further step. */
  public Advice then(Step step) {
    List<Step> more = new ArrayList<>(steps);
    more.add(step);
    return new Advice(more);
  }

  /** Returns this advice with an additional action joined to its last step. */
  public Advice and(Step also) {
    List<Step> more = new ArrayList<>(steps);
    int last = more.size() - 1;
    more.set(last, new Step.And(more.get(last), also));
    return new Advice(more);
  }

  /**
   * Returns the leading steps that all of the given advice has in common; if there are none, the
   * first advice.
   */
  public static Advice common(List<Advice> all) {
    List<Step> first = all.get(0).steps;
    int common = first.size();
    for (Advice other : all) {
      common = Math.min(common, other.steps.size());
      while (!first.subList(0, common).equals(other.steps.subList(0, common))) {
        common--;
      }
    }
    return common == 0 ? all.get(0) : new Advice(first.subList(0, common));
  }
}
