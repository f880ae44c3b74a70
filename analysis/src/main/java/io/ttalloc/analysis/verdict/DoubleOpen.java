package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.memory.Regions;
import java.util.List;

/** Two owners of one range. */
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
    Regions regions = first == null ? null : first.regions();
    if (first == null || regions == null || first.region() < 0) {
      return List.of("two owners of one range");
    }
    return List.of(
        "per bank "
            + RegionWords.range(first)
            + " is owned by "
            + RegionWords.opened(first.facts(), regions.tally(first.region()))
            + " and by "
            + RegionWords.opened(first.facts(), regions.rival(first.region()))
            + ", with no close between");
  }

  @Override
  protected String advice(Evidence evidence) {
    return "find out why the allocator gave one range to two owners";
  }
}
