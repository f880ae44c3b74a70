package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.MisuseEntry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds the methods that should have closed a resource but threw an exception. */
final class FailedCloses {
  private FailedCloses() {}

  /**
   * Returns the step to make the close succeed. It names the close methods in the stacks of the
   * recorded failures or, if there are none, the close method of the rule.
   */
  static Step of(Evidence evidence) {
    Set<String> methods = new TreeSet<>();
    for (MisuseEntry entry : evidence.facts().image().misuse()) {
      if (entry.kind() == MisuseKind.CLOSE_FAILED
          && entry.type().equals(evidence.type())
          && entry.first().equals(evidence.tally().stack())
          && !entry.second().isEmpty()) {
        boolean unused = methods.add(entry.second().get(0).method());
      }
    }
    return methods.isEmpty()
        ? byRule(evidence)
        : new Step.LetCloseSucceed(List.copyOf(methods), null, thrown(evidence));
  }

  private static Step byRule(Evidence evidence) {
    Release release = Release.of(evidence.type());
    if (release == null && evidence.type().keyed()) {
      return new Step.LetCloseSucceed(List.of(), null, thrown(evidence));
    }
    // A method of another class is not the resource's own close.
    return release != null && release.ofOther() && !release.onOwner()
        ? new Step.LetCloseSucceed(List.of(), release.call(), thrown(evidence))
        : new Step.LetCloseSucceed(
            List.of(Release.ownMethod(evidence.type())), null, thrown(evidence));
  }

  private static long thrown(Evidence evidence) {
    return evidence.tally().closes().failed();
  }
}
