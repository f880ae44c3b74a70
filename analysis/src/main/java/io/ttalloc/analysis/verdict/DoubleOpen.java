package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import java.util.List;

/** Two open resources claim one range of memory. */
final class DoubleOpen extends Verdict {
  DoubleOpen() {
    super("DOUBLE_OPEN", Leak.ALWAYS, 0, Tone.WARN, "two owners hold one range of memory");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.isContested();
  }

  @Override
  public List<String> why(Evidence evidence) {
    OpenResource first = evidence.first();
    return List.of(
        "per bank "
            + EvidenceText.contestedRange(first)
            + " is owned by "
            + EvidenceText.opener(first)
            + " and by "
            + EvidenceText.rival(first)
            + ", with no close between");
  }

  @Override
  protected String advice(Evidence evidence) {
    return "find out why the allocator gave one range to two owners";
  }
}
