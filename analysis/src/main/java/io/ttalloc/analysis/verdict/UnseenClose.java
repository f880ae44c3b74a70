package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.heap.report.SourceNames;
import java.util.List;

/** Not all closes of its class can be seen, so that nobody knows whether it is open. */
final class UnseenClose extends Verdict {
  UnseenClose() {
    super("UNSEEN_CLOSE", Leak.NEVER, 82, Tone.WARN, "its closes cannot all be seen");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.slot().tally().type().closesUnseen();
  }

  @Override
  public List<String> why(Evidence evidence) {
    String name = evidence.type().className();
    String where = JavaNames.simple(name);
    String unseen = evidence.type().unseenCloses();
    if (SourceNames.isLambda(name)) {
      return List.of("a " + where + ", whose code no agent can change");
    }
    if (unseen == null && evidence.type().release() == null) {
      return List.of("no rule says what closes a " + evidence.type().name());
    }
    return List.of(
        unseen != null
            ? unseen + ": it may have been closed unseen"
            : "no method that its rule names as closing it is woven in "
                + where
                + " or its super types");
  }

  @Override
  protected String advice(Evidence evidence) {
    return evidence.type().release() == null && evidence.type().unseenCloses() == null
        ? "say in a rule of its type what closes it"
        : "give the call that ends it a close rule in a class that can be woven";
  }

  @Override
  public boolean growsWithItsStack() {
    return false;
  }

  @Override
  public boolean isConclusive() {
    return false;
  }
}
