package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.OwnerReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.StateReason;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The verdict on a resource that was collected without having been closed, or whose owner was. */
final class Lost extends Verdict {
  Lost() {
    super("LOST", Leak.ALWAYS, 10, Tone.WARN, "collected but never closed");
  }

  /**
   * Whether the resource or one of its owners was collected, or nothing refers to the resource any
   * more. A resource that the close of an owner left open is ORPHANED even if it has been collected
   * since. That does not apply to infrastructure, which no close is expected to free.
   * Infrastructure without an owner stays INFRASTRUCTURE even if it was collected, since the
   * program cannot close it: for example idle connections of a pool, or a resource that a static
   * initializer opens only to try it out.
   */
  @Override
  public boolean judge(OpenResource resource) {
    boolean faultOfAClose = resource.isLeftByOwner() && !resource.slot().infrastructure();
    boolean gone = resource.isCollected() || resource.holder() == HeapFacts.Holder.NOTHING;
    return gone && !faultOfAClose && !isTheSystems(resource);
  }

  private static boolean isTheSystems(OpenResource resource) {
    return resource.slot().infrastructure()
        && resource.root() == null
        && resource.collectedOwner() == null
        && resource.chainEnd() == null;
  }

  @Override
  public @Nullable OwnerNode root(OpenResource resource) {
    OwnerNode collected = resource.collectedOwner();
    return collected == null ? resource.root() : collected;
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    List<Reason> why = new ArrayList<>();
    if (evidence.collected() > 0) {
      why.add(new StateReason.Collected(evidence.collected()));
    }
    if (evidence.unreachable() > 0) {
      why.add(new StateReason.Unreachable(evidence.unreachable()));
    }
    if (evidence.folded() > 0) {
      why.add(new StateReason.Folded(evidence.folded()));
    }
    List<OwnerNode> roots = evidence.owners().roots();
    if (!roots.isEmpty() && roots.get(0).isCollected()) {
      why.add(new OwnerReason.OwnersCollected(Reasons.named(roots), Reasons.areMore(roots)));
      addSiblings(evidence, roots.get(0), why);
    }
    Reasons.addSkipped(evidence, why);
    Reasons.addGivenUp(evidence, why);
    why.add(Reason.Fact.FOR_GOOD);
    return why;
  }

  /**
   * If other owners that the same stack opened were closed, adds a reason with their number and a
   * place where they were closed.
   */
  private static void addSiblings(Evidence evidence, OwnerNode root, List<Reason> why) {
    TallyEntry tally = root.slot().tally();
    List<CloseSiteEntry> closes = evidence.facts().closeSites(tally);
    long closed = Math.max(0, tally.closed() - tally.closes().disowned());
    if (closed > 0 && !closes.isEmpty()) {
      String ownClass = tally.type().className();
      Frame closer = evidence.facts().sites().closer(ownClass, closes.get(0).stack());
      why.add(new OwnerReason.OwnersElsewhereClosed(closed, tally.opened(), ownClass, closer));
    }
  }

  @Override
  protected Advice advice(Evidence evidence) {
    return CloseAdvice.closeGivenUpOr(evidence, CloseAdvice.closeRootOrIt(evidence));
  }
}
