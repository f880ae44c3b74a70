package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.fold.Reclamation.Companion;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.analysis.wording.TypeNames;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * A reclaimer closed it because the collector ran; the program never did. Nothing of it is open, so
 * its findings come from tallies instead of slots.
 */
final class Reclaimed extends Verdict {
  private static final int COMPANIONS_NAMED = 4;

  Reclaimed() {
    super("RECLAIMED", Leak.ALWAYS, 30, Tone.WARN, "closed by a reclaimer, not by the program");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return false;
  }

  @Override
  public List<String> why(Evidence evidence) {
    TallyEntry tally = evidence.tally();
    List<String> why = new ArrayList<>();
    why.add(
        Numbers.grouped(tally.reclaimed())
            + " of "
            + Numbers.grouped(tally.opened())
            + " were closed by a reclaimer because the collector ran, not by the program");
    List<Companion> all = evidence.companions();
    if (!all.isEmpty()) {
      List<String> named = new ArrayList<>();
      for (Companion other : all.subList(0, Math.min(COMPANIONS_NAMED, all.size()))) {
        TallyEntry with = other.tally();
        Frame yours = evidence.facts().sites().yours(with.type().className(), with.stack());
        String at = yours == null ? "" : " opened at " + JavaNames.shortFrame(yours);
        named.add(TypeNames.counted(other.count(), with.type().name()) + at);
      }
      String more = all.size() > COMPANIONS_NAMED ? " and more" : "";
      why.add("reclaimed with " + String.join(", ", named) + more);
    }
    return why;
  }

  @Override
  protected String advice(Evidence evidence) {
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
