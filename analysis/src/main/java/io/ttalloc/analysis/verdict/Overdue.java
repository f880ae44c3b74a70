package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.ProcessEntry.Ended;
import java.util.ArrayList;
import java.util.List;

/**
 * The process runs, and it is open longer than its rule or the option {@code older-than} allows.
 */
final class Overdue extends Verdict {
  Overdue() {
    super("OVERDUE", Leak.WHEN_GROWING, 65, Tone.WARN, "open longer than its limit");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.facts().image().process().ended() == Ended.RUNNING && resource.isOverLimit();
  }

  @Override
  public List<String> why(Evidence evidence) {
    List<String> why = new ArrayList<>();
    why.add(
        "in use for longer than its limit of " + Numbers.duration(evidence.type().limitNanos()));
    List<String> threads = evidence.location().threads();
    why.add(
        (evidence.count() == 1 ? "for " : "one of them for ")
            + Numbers.duration(evidence.longestAgeNanos())
            + ", opened by "
            + (threads.size() == 1 ? "thread " : "threads ")
            + EvidenceText.quoted(threads));
    HolderText.addUnknown(evidence, why);
    EvidenceText.addGivenUp(evidence, why);
    return why;
  }

  @Override
  protected String advice(Evidence evidence) {
    return CloseAdvice.closeGivenUpOr(evidence, CloseAdvice.closeIt(evidence))
        + "; or let older-than allow more";
  }

  @Override
  public boolean isConclusive() {
    return false;
  }
}
