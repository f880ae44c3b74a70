package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.ledger.read.ProcessEntry.Ended;
import java.util.List;

/** The process still runs or was killed, so use cannot be told from a leak. */
final class Open extends Verdict {
  Open() {
    super(
        "OPEN",
        Leak.WHEN_GROWING,
        70,
        Tone.KEPT,
        "the process runs or was killed: nothing more can be said");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.facts().image().process().ended() != Ended.EXIT;
  }

  @Override
  public List<String> why(Evidence evidence) {
    Ended ended = evidence.facts().image().process().ended();
    String state =
        ended == Ended.RUNNING
            ? "the process still runs"
            : ended == Ended.DETACHED ? "tracking was ended by detach" : "killed";
    String told =
        evidence.isGrowing()
            ? state + ": the newest may be in use"
            : state + ": what was in use cannot be told from what leaked";
    List<String> why = EvidenceText.kept(told, evidence);
    if (evidence.isGrowing() && evidence.eachCycleLeft()) {
      why.add(0, "each of the last cycles left some open");
    }
    HolderText.addUnknown(evidence, why);
    return why;
  }

  @Override
  protected String advice(Evidence evidence) {
    return evidence.isGrowing()
        ? CloseAdvice.closeIt(evidence)
        : "run to a normal exit, which tells them apart";
  }

  @Override
  public boolean isConclusive() {
    return false;
  }
}
