package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
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
 * Code that had not ended works with it: its own close, or a method inside a try statement that
 * closes it. Where only methods that had not returned refer to it and nothing shows that any of
 * them would close it, it is undecided, and of LOW confidence.
 */
final class InUse extends Verdict {
  InUse() {
    super("IN_USE", Leak.WHEN_GROWING, 110, Tone.KEPT, "still being worked with");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return switch (resource.holder()) {
      case UNKNOWN ->
          resource.isClosing() || resource.isOpenedAtExit() || resource.runningCall() != null;
      case ITS_CLOSE, CALLS -> true;
      case COLLECTION_OF_CALLS -> resource.loopingCall() != null;
      case OWN_THREADS -> resource.runningCall() != null || resource.closingCall() != null;
      case LASTING, NOTHING -> false;
    };
  }

  /** Whether no call of the application has to be asked about. */
  private static boolean isProven(Evidence evidence) {
    return evidence.areClosing() || evidence.first().isOpenedAtExit();
  }

  /** The call that would close the resources; null if none is known. */
  private static @Nullable Frame closingCall(Evidence evidence) {
    OpenResource first = evidence.first();
    return first.holder() == HeapFacts.Holder.COLLECTION_OF_CALLS
        ? first.loopingCall()
        : first.closingCall();
  }

  @Override
  public boolean isGuess(Evidence evidence) {
    return !isProven(evidence);
  }

  @Override
  public boolean isUndecided(Evidence evidence) {
    return !isProven(evidence) && closingCall(evidence) == null;
  }

  @Override
  public boolean dependsOnHeap() {
    return true;
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    if (evidence.areClosing()) {
      return List.of(Reason.Fact.CLOSE_RUNNING);
    }
    OpenResource first = evidence.first();
    if (first.isOpenedAtExit()) {
      return List.of(Reason.Fact.OPENED_AT_END);
    }
    Frame call = closingCall(evidence);
    if (call == null) {
      return List.of(new StateReason.Undecided(usedBy(first)));
    }
    List<Reason> why = new ArrayList<>();
    why.add(new StateReason.StillUsed(usedBy(first), Reasons.notInDump(evidence)));
    why.add(new StateReason.StandsInTry(Reasons.basis(evidence), call, false));
    Holders.addUnknown(evidence, why);
    return why;
  }

  /** The references to it, as far as they are known. */
  private static StateReason.UsedBy usedBy(OpenResource first) {
    StateReason.Use use = use(first);
    return use == StateReason.Use.OPENER_RUNS
        ? new StateReason.UsedBy(
            use, first.runningCall(), first.facts().calls().isHandedOver(first.slot()))
        : new StateReason.UsedBy(use, null, false);
  }

  private static StateReason.Use use(OpenResource first) {
    if (first.isFreedByOwnerInUse()) {
      return StateReason.Use.BY_OWNER;
    }
    return switch (first.holder()) {
      case COLLECTION_OF_CALLS -> StateReason.Use.IN_COLLECTIONS;
      case OWN_THREADS -> StateReason.Use.BY_OWN_THREADS;
      case UNKNOWN -> StateReason.Use.OPENER_RUNS;
      default -> StateReason.Use.BY_CALLS;
    };
  }

  @Override
  protected Advice advice(Evidence evidence) {
    Frame call = evidence.first().runningCall();
    Advice none = Advice.of(Step.Fact.NONE_IF_ENDED_THERE);
    return call == null ? none : none.then(new Step.LetReturn(call));
  }
}
