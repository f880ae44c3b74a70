package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.OwnerReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Its owner was closed without freeing what it owns. */
final class Orphaned extends Verdict {
  Orphaned() {
    super("ORPHANED", Leak.ALWAYS, 40, Tone.WARN, "its owner was closed and did not free it");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.isLeftByOwner();
  }

  @Override
  public boolean dependsOnHolders() {
    return true;
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
  protected String advice(Evidence evidence) {
    OwnerNode owner = evidence.owners().firstCause();
    if (owner == null) {
      return "close it before its owner";
    }
    return owner.isDisowned()
        ? "close the "
            + Numbers.spoken(evidence.type().name())
            + " before the "
            + JavaNames.simple(owner.type().className())
            + " that owns it is disowned, or say frees-owned: true in that one's rule if it goes along"
        : CloseAdvice.closeWith(evidence, owner);
  }

  @Override
  public List<OwnerNode> shownWith(Evidence evidence) {
    return evidence.owners().roots().isEmpty()
        ? evidence.owners().causes()
        : evidence.owners().roots();
  }
}
