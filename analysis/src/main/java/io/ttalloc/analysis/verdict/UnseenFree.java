package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.record.StatisticsRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The allocator proves that its memory was freed, though no close was seen. */
final class UnseenFree extends Verdict {
  UnseenFree() {
    super(
        "UNSEEN_FREE",
        Leak.NEVER,
        80,
        Tone.WARN,
        "the allocator proves it gone: a gap in tracking");
  }

  @Override
  public boolean judge(OpenResource resource) {
    boolean takesMemory = !resource.slot().place().alias() && resource.slot().bytes() > 0;
    return takesMemory && proof(resource) != null;
  }

  private static @Nullable StatisticsRecord proof(OpenResource resource) {
    return resource
        .facts()
        .memory()
        .reconciliation()
        .provesEmpty(resource.deviceSpace(), resource.slot().openedNanos());
  }

  @Override
  public List<String> why(Evidence evidence) {
    OwnerNode end = evidence.first().chainEnd();
    if (end == null) {
      return List.of(allocatorIsEmpty(evidence));
    }
    return List.of(
        allocatorIsEmpty(evidence),
        end.isClosed()
            ? EvidenceText.closed(evidence, "; the handle was not", "; the handles were not")
            : "the handle is still held by "
                + EvidenceText.holder(evidence.facts(), end)
                + ": the memory went without it");
  }

  private static String allocatorIsEmpty(Evidence evidence) {
    OpenResource first = evidence.first();
    List<Integer> devices = evidence.location().devices();
    if (devices.size() > 1) { // each has its own session and sampling
      return "the allocators of devices "
          + Numbers.ranges(devices)
          + " hold 0 B of "
          + evidence.location().space()
          + ": the blocks were freed, but no close was seen";
    }
    StatisticsRecord said = proof(first);
    String session = said == null || said.session() == null ? "" : " in session " + said.session();
    return "the allocator of device "
        + first.deviceSpace().device()
        + " holds 0 B of "
        + first.deviceSpace().space()
        + session
        + (said == null ? "" : ", asked " + Numbers.duration(said.atNanos()) + " after the start")
        + ": the block was freed, but no close was seen";
  }

  @Override
  protected String advice(Evidence evidence) {
    return "give the call that frees it a close rule";
  }

  @Override
  public boolean growsWithItsStack() {
    return false;
  }
}
