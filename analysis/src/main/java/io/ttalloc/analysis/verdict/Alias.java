package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import java.util.List;

/** A view that lies in a live region. */
final class Alias extends Verdict {
  Alias() {
    super("ALIAS", Leak.NEVER, 100, Tone.CALM, "a view of memory that another resource owns");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.slot().place().alias() && !resource.isDangling();
  }

  @Override
  public List<String> why(Evidence evidence) {
    OpenResource first = evidence.first();
    if (first.region() < 0) {
      return List.of(
          first.slot().place().hasAddress()
              ? "it does not own its memory; what does is not open, or was opened before the agent was attached"
              : "it does not own its memory; it has no address by which to find what does");
    }
    return List.of(
        "it does not own its memory; it lies inside "
            + EvidenceText.range(first)
            + " of "
            + EvidenceText.opener(first)
            + ", which is open");
  }

  @Override
  protected String advice(Evidence evidence) {
    return "close the view when its use ends";
  }

  @Override
  public boolean growsWithItsStack() {
    return false;
  }

  @Override
  public boolean isOfViews() {
    return true;
  }
}
