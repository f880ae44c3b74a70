package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.Reason;
import java.util.ArrayList;
import java.util.List;

/** The verdict on a view that outlived the memory that it refers to. */
final class Dangling extends Verdict {
  Dangling() {
    super("DANGLING", Leak.ALWAYS, 20, Tone.WARN, "a view whose memory is gone");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.isDangling();
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    List<Reason> why = new ArrayList<>();
    why.add(Reason.Fact.NO_ROOT);
    Reasons.addLeftOpen(evidence, why);
    return why;
  }

  @Override
  protected Advice advice(Evidence evidence) {
    return CloseAdvice.closeRootOrIt(evidence);
  }

  @Override
  public boolean isOfViews() {
    return true;
  }
}
