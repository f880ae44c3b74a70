package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.MemoryReason;
import io.ttalloc.analysis.reason.OwnerReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.ledger.record.StatisticsRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a resource whose memory was freed although no close was seen, as the allocator's
 * statistics prove.
 */
final class UnseenFree extends Verdict {
  UnseenFree() {
    super(
        "UNSEEN_FREE",
        Leak.NEVER,
        80,
        Tone.WARN,
        "freed by the allocator, but no close was seen: a gap in tracking");
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
        .provesEmpty(resource.deviceSpace(), resource.slot().opened().nanos());
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    OwnerNode end = evidence.first().chainEnd();
    if (end == null) {
      return List.of(allocatorIsEmpty(evidence));
    }
    return List.of(
        allocatorIsEmpty(evidence),
        end.isClosed()
            ? Reasons.closed(evidence, OwnerReason.Consequence.HANDLE_LEFT)
            : new MemoryReason.HandleHeld(Reasons.holder(evidence.facts(), end)));
  }

  private static Reason allocatorIsEmpty(Evidence evidence) {
    List<Integer> devices = evidence.location().devices();
    if (devices.size() > 1) { // each device has its own session and sampling
      return new MemoryReason.AllocatorEmpty(devices, evidence.location().space(), null, null);
    }
    OpenResource first = evidence.first();
    StatisticsRecord said = proof(first);
    return new MemoryReason.AllocatorEmpty(
        List.of(first.deviceSpace().device()),
        first.deviceSpace().space(),
        said == null ? null : said.session(),
        said == null ? null : said.atNanos());
  }

  @Override
  protected Advice advice(Evidence evidence) {
    return Advice.of(Step.Fact.SAY_WHAT_FREES);
  }

  @Override
  public boolean growsWithItsStack() {
    return false;
  }
}
