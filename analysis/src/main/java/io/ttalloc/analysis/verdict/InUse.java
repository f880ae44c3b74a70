package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.wording.JavaNames;
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
  public List<String> why(Evidence evidence) {
    if (evidence.areClosing()) {
      return List.of("its close was running when the process ended");
    }
    OpenResource first = evidence.first();
    if (first.isOpenedAtExit()) {
      return List.of("opened when the process had begun to end, by a thread that still ran");
    }
    Frame call = closingCall(evidence);
    if (call == null) {
      return List.of(
          "undecided: " + holder(first) + ", and nothing shows that it would have been closed");
    }
    List<String> why = new ArrayList<>(EvidenceText.kept(holder(first), evidence));
    why.add(
        "a guess"
            + EvidenceText.unseenHeap(evidence)
            + ": "
            + JavaNames.shortFrame(call)
            + " stands inside a try statement and may close it");
    HolderText.addUnknown(evidence, why);
    return why;
  }

  /** What refers to it, as far as is known. */
  private static String holder(OpenResource first) {
    if (first.isFreedByOwnerInUse()) {
      return "its owner is in use, and frees it when it is closed";
    }
    return switch (first.holder()) {
      case COLLECTION_OF_CALLS -> "only collections of calls that had not returned have it";
      case OWN_THREADS -> "only its own threads and calls that had not returned refer to it";
      case UNKNOWN -> opener(first);
      default -> "only calls that had not returned refer to it";
    };
  }

  private static String opener(OpenResource first) {
    Frame call = first.runningCall();
    return "the process ended while "
        + (call == null ? "the method that opened it" : JavaNames.shortFrame(call))
        + " still ran, which "
        + (first.facts().calls().isHandedOver(first.slot())
            ? "may have been handed it"
            : "had opened it or its owner");
  }

  @Override
  protected String advice(Evidence evidence) {
    Frame call = evidence.first().runningCall();
    return call == null
        ? "none, if the process had to end there"
        : "none, if the process had to end there; else let "
            + JavaNames.call(call)
            + " return first";
  }
}
