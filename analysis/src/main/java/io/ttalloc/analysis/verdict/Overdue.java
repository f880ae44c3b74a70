package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.StateReason;
import io.ttalloc.ledger.read.ProcessEntry.Ended;
import java.util.ArrayList;
import java.util.List;

/**
 * The verdict on a resource of a running process that has been open for longer than its rule or the
 * option {@code older-than} allows. A finding has this verdict if that is true of at least one of
 * its resources.
 */
final class Overdue extends Verdict {
  Overdue() {
    super("OVERDUE", Leak.WHEN_GROWING, 65, Tone.WARN, "open longer than its limit");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.facts().image().process().ended() == Ended.RUNNING && resource.isOverLimit();
  }

  /** Resources of one stack are one finding even if only some of them exceed the limit. */
  @Override
  public Verdict foldedWith() {
    return Verdicts.OPEN;
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    List<Reason> why = new ArrayList<>();
    why.add(
        new StateReason.OverLimit(
            evidence.type().policy().limitNanos(), evidence.overLimit(), evidence.count()));
    why.add(
        new StateReason.OpenFor(
            evidence.count() > 1,
            evidence.longestAgeNanos(),
            StateReason.OpenedBy.of(evidence.location().threads())));
    Holders.addUnknown(evidence, why);
    Reasons.addGivenUp(evidence, why);
    return why;
  }

  @Override
  protected Advice advice(Evidence evidence) {
    return CloseAdvice.closeGivenUpOr(evidence, CloseAdvice.closeIt(evidence))
        .then(Step.Fact.ALLOW_MORE);
  }

  @Override
  public boolean isConclusive() {
    return false;
  }
}
