package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.RuleReason;
import io.ttalloc.text.SourceNames;
import java.util.List;

/**
 * The verdict on a resource whose class may be closed in ways that the agent cannot see, so that it
 * is unknown whether the resource is open.
 */
final class UnseenClose extends Verdict {
  UnseenClose() {
    super(
        "UNSEEN_CLOSE",
        Leak.NEVER,
        82,
        Tone.WARN,
        "may have been closed: not every close can be seen");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.slot().tally().type().closing().mayBeUnseen();
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    String name = evidence.type().className();
    String unseen = evidence.type().closing().unseen();
    if (SourceNames.isLambda(name)) {
      return List.of(new RuleReason.Lambda(name));
    }
    if (unseen == null && evidence.type().closing().release() == null) {
      return List.of(new RuleReason.CloseRuleMissing(evidence.type().name()));
    }
    return List.of(
        unseen != null
            ? new RuleReason.MayBeClosedUnseen(unseen)
            : new RuleReason.CloseNotWoven(name));
  }

  @Override
  protected Advice advice(Evidence evidence) {
    return evidence.type().closing().release() == null && evidence.type().closing().unseen() == null
        ? Advice.of(Step.Fact.SAY_WHAT_CLOSES)
        : Advice.of(Step.Fact.SAY_WHAT_ENDS);
  }

  @Override
  public boolean growsWithItsStack() {
    return false;
  }

  @Override
  public boolean isConclusive() {
    return false;
  }
}
