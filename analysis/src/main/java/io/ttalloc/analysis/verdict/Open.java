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
 * The verdict on open resources of a process that is still running, was killed or is no longer
 * tracked, so that use cannot be distinguished from a leak.
 */
final class Open extends Verdict {
  Open() {
    super(
        "OPEN",
        Leak.WHEN_GROWING,
        70,
        Tone.KEPT,
        "still open: the process is running, was killed or is no longer tracked");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.facts().image().process().ended() != Ended.EXIT;
  }

  @Override
  public Verdict ofAll(Evidence evidence) {
    boolean runs = evidence.facts().image().process().ended() == Ended.RUNNING;
    return runs && evidence.overLimit() > 0 ? Verdicts.OVERDUE : this;
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    List<Reason> why = new ArrayList<>();
    if (evidence.isGrowing() && evidence.eachCycleLeft()) {
      why.add(Reason.Fact.EACH_CYCLE_LEFT_SOME);
    }
    why.add(
        new StateReason.UnfinishedRun(
            evidence.facts().image().process().ended(),
            evidence.isGrowing(),
            Reasons.notInDump(evidence)));
    Holders.addUnknown(evidence, why);
    return why;
  }

  @Override
  protected Advice advice(Evidence evidence) {
    return evidence.isGrowing() ? CloseAdvice.closeIt(evidence) : Advice.of(Step.Fact.RUN_TO_EXIT);
  }

  @Override
  public boolean isConclusive() {
    return false;
  }
}
