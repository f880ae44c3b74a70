package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.MemoryReason;
import io.ttalloc.analysis.reason.Reason;
import java.util.List;

/** The verdict on two open resources that claim the same range of memory. */
final class DoubleOpen extends Verdict {
  DoubleOpen() {
    super("DOUBLE_OPEN", Leak.ALWAYS, 0, Tone.WARN, "two owners of the same memory range");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.isContested();
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    OpenResource first = evidence.first();
    return List.of(
        new MemoryReason.TwoOwners(
            Reasons.contestedRange(first), Reasons.opener(first), Reasons.rival(first)));
  }

  @Override
  protected Advice advice(Evidence evidence) {
    return Advice.of(Step.Fact.FIND_WHY_TWO_OWNERS);
  }
}
