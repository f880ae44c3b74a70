package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.OwnerReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The verdict on a resource whose owner was closed without freeing the resource. */
final class Orphaned extends Verdict {
  Orphaned() {
    super("ORPHANED", Leak.ALWAYS, 40, Tone.WARN, "its owner was closed and did not free it");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.isLeftByOwner();
  }

  @Override
  public @Nullable OwnerNode cause(OpenResource resource) {
    return resource.chainEnd();
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    List<Reason> why = new ArrayList<>();
    why.add(Reasons.closed(evidence, OwnerReason.Consequence.NOT_FREED));
    Holders.addUnknown(evidence, why);
    return why;
  }

  @Override
  protected Advice advice(Evidence evidence) {
    OwnerNode owner = evidence.owners().firstCause();
    if (owner == null) {
      return Advice.of(Step.Fact.CLOSE_BEFORE_OWNER);
    }
    if (owner.isDisowned()) {
      return Advice.of(
          new Step.CloseBeforeDisowned(evidence.type().name(), owner.type().className()));
    }
    return JavaNames.isPlatform(owner.type().className()) // nobody can change its close
        ? CloseAdvice.closeIt(evidence)
        : CloseAdvice.closeWith(evidence, owner);
  }

  @Override
  public List<OwnerNode> shownWith(Evidence evidence) {
    return evidence.owners().roots().isEmpty()
        ? evidence.owners().causes()
        : evidence.owners().roots();
  }
}
