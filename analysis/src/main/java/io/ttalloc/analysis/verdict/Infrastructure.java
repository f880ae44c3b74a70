package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.OwnerReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.StateReason;
import java.util.ArrayList;
import java.util.List;

/**
 * The verdict on a resource that was opened in a scope that the rules call infrastructure, or that
 * a library opened once for itself.
 */
final class Infrastructure extends Verdict {
  Infrastructure() {
    super(
        "INFRASTRUCTURE",
        Leak.WHEN_GROWING,
        90,
        Tone.CALM,
        "belongs to the system, not to the program");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.slot().infrastructure() || resource.librarySingletonOf() != null;
  }

  /** The system opens such resources for itself, regardless of the test that is running. */
  @Override
  public Leak leakInTest() {
    return Leak.NEVER;
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    List<Reason> why = new ArrayList<>();
    why.add(whose(evidence.first()));
    if (evidence.collected() > 0) {
      why.add(new StateReason.Collected(evidence.collected()));
    }
    Reasons.addLeftOpen(evidence, why);
    return why;
  }

  private static Reason whose(OpenResource resource) {
    String library = resource.slot().infrastructure() ? null : resource.librarySingletonOf();
    return library == null
        ? new OwnerReason.SystemsOwn(resource.slot().opened().infrastructureScope())
        : new OwnerReason.LibrarysOwn(library);
  }

  @Override
  protected Advice advice(Evidence evidence) {
    OwnerNode owner = evidence.first().chainEnd();
    return evidence.isGrowing() && owner != null && owner.isClosed()
        ? CloseAdvice.closeWith(evidence, owner)
        : Advice.of(Step.Fact.NONE_WHILE_OWNED, Step.Fact.FREE_WITH_OWNER);
  }
}
