package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.facts.RunningCalls;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Open at exit although no other verdict explains it. */
final class LeftOpen extends Verdict {
  LeftOpen() {
    super("LEFT_OPEN", Leak.ALWAYS, 50, Tone.WARN, "open at exit, reachable, nobody\u2019s");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return true;
  }

  @Override
  public boolean dependsOnHeap() {
    return true;
  }

  @Override
  public boolean isGuess(Evidence evidence) {
    return keeper(evidence) != null || isOpenedDeep(evidence) || HolderText.areUnknown(evidence);
  }

  /** Whether it is unknown which of the calls that had opened it still ran. */
  private static boolean isOpenedDeep(Evidence evidence) {
    return evidence.first().holder() == HeapFacts.Holder.UNKNOWN
        && RunningCalls.mayBeCut(evidence.tally());
  }

  /** The call that may still close them, unless the heap shows what else keeps them. */
  private static @Nullable Frame keeper(Evidence evidence) {
    HeapFacts.Holder holder = evidence.first().holder();
    return holder == HeapFacts.Holder.UNKNOWN || holder == HeapFacts.Holder.COLLECTION_OF_CALLS
        ? evidence.facts().calls().thatMayClose(evidence.first().slot())
        : null;
  }

  @Override
  public List<String> why(Evidence evidence) {
    List<String> why = new ArrayList<>(EvidenceText.kept(sentence(evidence), evidence));
    Frame keeper = keeper(evidence);
    if (keeper != null) {
      why.add(
          "a guess"
              + EvidenceText.unseenHeap(evidence)
              + ": "
              + JavaNames.shortFrame(keeper)
              + " stands inside a try statement and may close more than the newest");
    }
    if (isOpenedDeep(evidence)) {
      why.add("a guess: its opening stack is cut, so the outermost calls are unknown");
    }
    HolderText.addUnknown(evidence, why);
    EvidenceText.addGivenUp(evidence, why);
    return why;
  }

  private static boolean isKeyed(Evidence evidence) {
    return evidence.first().slot().tally().type().keyed();
  }

  private static String sentence(Evidence evidence) {
    if (isKeyed(evidence)) {
      return "open when the process ended; a handle; nothing tells whether it is reachable";
    }
    if (evidence.facts().heap().areKnown()) {
      return "open when the process ended";
    }
    String cache = HolderText.areUnknown(evidence) ? "" : ", and in no cache";
    return evidence.facts().image().process().gaps().contains(Gap.NOT_COLLECTED)
        ? "open when the process ended"
            + cache
            + "; there was no collection at the end, so it may be garbage"
        : "open when the process ended; still reachable" + cache;
  }

  @Override
  protected String advice(Evidence evidence) {
    return CloseAdvice.closeGivenUpOr(evidence, CloseAdvice.closeKept(evidence));
  }
}
