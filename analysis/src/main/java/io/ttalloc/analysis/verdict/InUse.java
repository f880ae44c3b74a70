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

/**
 * The verdict on a resource that is proven to be in use: its close was running, a call that had not
 * returned is inside a try statement that closes it, or it belongs to the work of an executor or
 * consumer that was still running.
 */
final class InUse extends Verdict {
  InUse() {
    super("IN_USE", Leak.WHEN_GROWING, 110, Tone.KEPT, "still in use");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.isOpenedAtExit()
        || switch (resource.holder()) {
          case UNKNOWN -> resource.isClosing() || resource.provingCall() != null;
          case ITS_CLOSE, QUEUED_WORK -> true;
          case CALLS, COLLECTION_OF_CALLS -> resource.provingCall() != null;
          case OWN_THREADS ->
              !resource.isServedWithOthers()
                  && resource.provingCall() != null
                  && resource.libraryTask() == null;
          case LASTING, NOTHING -> false;
        };
  }

  /** Always a leak, since a test that has ended no longer uses anything. */
  @Override
  public Leak leakInTest() {
    return Leak.ALWAYS;
  }

  @Override
  public boolean isGuess(Evidence evidence) {
    OpenResource first = evidence.first();
    return !evidence.areClosing() && !first.isOpenedAtExit() && !isWork(first);
  }

  private static boolean isWork(OpenResource resource) {
    return resource.holder() == HeapFacts.Holder.QUEUED_WORK;
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
    if (isWork(first)) {
      return List.of(Reason.Fact.QUEUED_WORK);
    }
    List<Reason> why = new ArrayList<>();
    why.add(new StateReason.StillUsed(usedBy(first), Reasons.notInDump(evidence)));
    Frame call = first.provingCall();
    if (call != null) {
      why.add(new StateReason.StandsInTry(Reasons.basis(evidence), call, false));
    }
    Holders.addUnknown(evidence, why);
    return why;
  }

  /** Returns what uses the resource, as far as that is known. */
  static StateReason.UsedBy usedBy(OpenResource first) {
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
    return letReturn(evidence);
  }

  /** Advises to let the call return, unless the process was meant to end there. */
  static Advice letReturn(Evidence evidence) {
    Frame call = evidence.first().runningCall();
    Advice none = Advice.of(Step.Fact.NONE_IF_ENDED_THERE);
    return call == null ? none : none.then(new Step.LetReturn(call));
  }
}
