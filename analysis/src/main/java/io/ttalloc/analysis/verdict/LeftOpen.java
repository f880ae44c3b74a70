package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.facts.RunningCalls;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.StateReason;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The verdict on a resource that was open at exit and to which no other verdict applies. */
final class LeftOpen extends Verdict {
  LeftOpen() {
    super("LEFT_OPEN", Leak.ALWAYS, 50, Tone.WARN, "open at exit, reachable, not in use");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return true;
  }

  @Override
  public boolean isGuess(Evidence evidence) {
    return keeper(evidence) != null || isOpenedDeep(evidence) || Holders.areUnknown(evidence);
  }

  /** Whether it is unknown which of the calls that opened the resource were still running. */
  private static boolean isOpenedDeep(Evidence evidence) {
    return evidence.first().holder() == HeapFacts.Holder.UNKNOWN
        && RunningCalls.mayBeCut(evidence.tally());
  }

  /**
   * Returns the call that may still close the resources, unless the heap dump shows that something
   * else keeps them reachable.
   */
  private static @Nullable Frame keeper(Evidence evidence) {
    SlotEntry slot = evidence.first().slot();
    RunningCalls calls = evidence.facts().calls();
    return switch (evidence.first().holder()) {
      case UNKNOWN -> {
        Frame own = calls.thatMayClose(slot);
        yield own == null ? calls.thatMayHaveBeenHandedIt(slot) : own;
      }
      case COLLECTION_OF_CALLS -> calls.thatMayClose(slot);
      default -> null;
    };
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    List<Reason> why = new ArrayList<>();
    why.add(openAtEnd(evidence));
    if (evidence.first().holder() == HeapFacts.Holder.OWN_THREADS) {
      why.add(
          evidence.first().isOfDaemon() ? Reason.Fact.OF_DAEMON : Reason.Fact.SERVED_BY_THREADS);
    }
    Frame keeper = keeper(evidence);
    if (keeper != null) {
      RunningCalls calls = evidence.facts().calls();
      boolean several = keeper.equals(calls.thatMayClose(evidence.first().slot()));
      why.add(new StateReason.StandsInTry(Reasons.basis(evidence), keeper, several));
    }
    if (isOpenedDeep(evidence)) {
      why.add(Reason.Fact.STACK_CUT);
    }
    Holders.addUnknown(evidence, why);
    Reasons.addSkipped(evidence, why);
    Reasons.addGivenUp(evidence, why);
    return why;
  }

  private static boolean isKeyed(Evidence evidence) {
    return evidence.first().slot().tally().type().keyed();
  }

  private static Reason openAtEnd(Evidence evidence) {
    return new StateReason.OpenAtEnd(
        reach(evidence), !Holders.areUnknown(evidence), Reasons.notInDump(evidence));
  }

  private static StateReason.Reach reach(Evidence evidence) {
    if (isKeyed(evidence)) {
      return StateReason.Reach.HANDLE;
    }
    if (evidence.facts().heap().areKnown()) {
      return StateReason.Reach.SHOWN;
    }
    return evidence.facts().image().process().gaps().contains(Gap.NOT_COLLECTED)
        ? StateReason.Reach.MAYBE_NOT
        : StateReason.Reach.REACHABLE;
  }

  @Override
  protected Advice advice(Evidence evidence) {
    return CloseAdvice.closeGivenUpOr(evidence, CloseAdvice.closeKept(evidence));
  }
}
