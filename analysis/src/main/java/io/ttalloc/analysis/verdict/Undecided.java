package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.StateReason;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a resource to which only unfinished calls refer, if nothing shows that any of
 * these calls would have closed it. The resource may or may not be a leak; the verdict claims
 * neither. The verdict does not apply if other resources of the same stack were never closed. Nor
 * does it apply to several resources of one stack in one thread, since at most one of them can be
 * in use.
 */
final class Undecided extends Verdict {
  Undecided() {
    super(
        "UNDECIDED", Leak.WHEN_GROWING, 63, Tone.WARN, "unknown whether it would have been closed");
  }

  @Override
  public boolean judge(OpenResource resource) {
    boolean mayBeInUse =
        switch (resource.holder()) {
          case UNKNOWN, OWN_THREADS -> resource.runningCall() != null;
          case CALLS -> resource.isItsOnly();
          default -> false;
        };
    return mayBeInUse && !resource.isOneOfManyLeft();
  }

  @Override
  public boolean isUndecided() {
    return true;
  }

  /** Always a leak, since a test that has ended no longer uses anything. */
  @Override
  public Leak leakInTest() {
    return Leak.ALWAYS;
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    OpenResource first = evidence.first();
    @Nullable Frame task =
        first.holder() == HeapFacts.Holder.OWN_THREADS ? first.libraryTask() : null;
    List<Reason> why = new ArrayList<>();
    why.add(new StateReason.Undecided(InUse.usedBy(first), task));
    if (task != null) {
      return why;
    }
    why.add(
        first.holder() == HeapFacts.Holder.UNKNOWN
            ? Reason.Fact.HEAP_WOULD_DECIDE
            : Reason.Fact.RETURN_WOULD_DECIDE);
    return why;
  }

  @Override
  protected Advice advice(Evidence evidence) {
    return CloseAdvice.closeUndecided(evidence);
  }
}
