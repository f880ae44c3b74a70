package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.MemoryReason;
import io.ttalloc.analysis.reason.Reason;
import java.util.List;

/** The verdict on a view that lies in a live region. */
final class Alias extends Verdict {
  Alias() {
    super("ALIAS", Leak.NEVER, 100, Tone.CALM, "a view of memory that another resource owns");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.slot().place().alias() && !resource.isDangling();
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    OpenResource first = evidence.first();
    return List.of(
        first.region() < 0
            ? new MemoryReason.ViewOfUnknown(first.slot().place().hasAddress())
            : new MemoryReason.ViewInside(Reasons.range(first), Reasons.opener(first)));
  }

  @Override
  protected Advice advice(Evidence evidence) {
    return Advice.of(Step.Fact.CLOSE_VIEW);
  }

  @Override
  public boolean isOfViews() {
    return true;
  }
}
