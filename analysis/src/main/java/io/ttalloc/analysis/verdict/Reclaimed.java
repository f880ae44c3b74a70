package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.fold.Reclamation.Companion;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.StateReason;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * The verdict on a resource that the program never closed and that a reclaimer closed because the
 * garbage collector ran. None of these resources is open any more, so the findings are derived from
 * tallies instead of slots.
 */
final class Reclaimed extends Verdict {
  private static final int COMPANIONS_NAMED = 4;

  Reclaimed() {
    super(
        "RECLAIMED",
        Leak.ALWAYS,
        30,
        Tone.WARN,
        "closed after a garbage collection, not by the program");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return false;
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    TallyEntry tally = evidence.tally();
    List<Reason> why = new ArrayList<>();
    why.add(new StateReason.Reclaimed(tally.closes().reclaimed(), tally.opened()));
    List<Companion> all = evidence.companions();
    if (!all.isEmpty()) {
      List<StateReason.Companion> first = new ArrayList<>();
      for (Companion other : all.subList(0, Math.min(COMPANIONS_NAMED, all.size()))) {
        TallyEntry with = other.tally();
        Frame yours = evidence.facts().sites().yours(with.type().className(), with.stack());
        first.add(new StateReason.Companion(other.count(), with.type().name(), yours));
      }
      why.add(new StateReason.ReclaimedWith(first, all.size() > COMPANIONS_NAMED));
    }
    return why;
  }

  @Override
  protected Advice advice(Evidence evidence) {
    for (Companion other : evidence.companions()) {
      if (other.tally().type().owner()) {
        return CloseAdvice.forTally(evidence.facts(), other.tally(), List.of());
      }
    }
    return CloseAdvice.closeIt(evidence);
  }

  @Override
  public boolean isReclaimed() {
    return true;
  }
}
