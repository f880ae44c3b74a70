package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.CleanupUse;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.ledger.read.Frame;
import java.util.ArrayList;
import java.util.List;

/** Only code that had not ended refers to it: a method that still runs, or its own close. */
final class InUse extends Verdict {
  InUse() {
    super("IN_USE", Leak.WHEN_GROWING, 110, Tone.KEPT, "still being worked with");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return switch (resource.holder()) {
      case UNKNOWN ->
          resource.isClosing() || resource.isOpenedAtExit() || resource.runningCall() != null;
      case RUNNING_CALL -> true;
      case LASTING, NOTHING -> false;
    };
  }

  @Override
  public boolean isGuess(Evidence evidence) {
    return evidence.isGuessedByHeap() || isByStacks(evidence);
  }

  private static boolean isByStacks(Evidence evidence) {
    return evidence.first().holder() == HeapFacts.Holder.UNKNOWN
        && !evidence.first().isOpenedAtExit()
        && !isClosing(evidence);
  }

  /** Whether its close alone shows that it is in use. */
  private static boolean isClosing(Evidence evidence) {
    return evidence.count() == 1 && evidence.first().isClosing();
  }

  @Override
  public boolean dependsOnHeap() {
    return true;
  }

  @Override
  public List<String> why(Evidence evidence) {
    if (isClosing(evidence)) {
      return List.of("its close was running when the process ended");
    }
    if (evidence.first().isOpenedAtExit()) {
      return List.of("opened when the process had begun to end, by a thread that still ran");
    }
    CleanupUse use = evidence.facts().heap().useOf(evidence.first().slot());
    if (use != null && use.answer() != CleanupUse.Answer.HARDLY) {
      String where = JavaNames.shortFrame(use.frame());
      List<String> why =
          EvidenceText.kept(where + " stands inside a try statement and refers to it", evidence);
      EvidenceText.addGuess(evidence, why);
      return why;
    }
    if (!isByStacks(evidence)) {
      return EvidenceText.kept(
          evidence.first().isFreedByOwnerInUse()
              ? "its owner is in use, and frees it when it is closed"
              : "only calls that had not returned refer to it",
          evidence);
    }
    return guessed(evidence);
  }

  private static List<String> guessed(Evidence evidence) {
    Frame call = evidence.first().runningCall();
    String where = call == null ? "the method that opened it" : JavaNames.shortFrame(call);
    boolean handedOver = evidence.facts().calls().isHandedOver(evidence.first().slot());
    boolean inLoop = evidence.facts().calls().isClosedInLoop(evidence.first().slot());
    List<String> why = new ArrayList<>();
    why.add(
        "the process ended while "
            + where
            + (handedOver
                ? " still ran, which stands inside a try statement and may have been handed it"
                : " still ran, which had opened it or its owner")
            + (inLoop ? ", and closes any number of them in a loop" : ""));
    why.add(
        evidence.first().slot().tally().type().keyed()
            ? "a guess from stacks, since a number is in no heap: that call may have let go of it"
            : "a guess from stacks, since nothing looked into the heap: that call may have let go"
                + " of it");
    HolderText.addUnknown(evidence, why);
    return why;
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
