package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.MisuseEntry;
import java.util.Set;
import java.util.TreeSet;

/** Which methods were to close something and threw. */
final class FailedCloses {
  private FailedCloses() {}

  /** {@code its close()}: what the stacks of the misuse tell, otherwise what the rule says. */
  static String of(Evidence evidence) {
    Set<String> methods = new TreeSet<>();
    for (MisuseEntry entry : evidence.facts().image().misuse()) {
      if (entry.kind() == MisuseKind.CLOSE_FAILED
          && entry.type().equals(evidence.type())
          && entry.first().equals(evidence.tally().stack())
          && !entry.second().isEmpty()) {
        boolean ignored = methods.add("its " + entry.second().get(0).method() + "()");
      }
    }
    return methods.isEmpty() ? byRule(evidence) : String.join(" or ", methods);
  }

  private static String byRule(Evidence evidence) {
    Release release = Release.of(evidence.type());
    if (release == null) {
      return evidence.type().keyed() ? "what closes it" : "its close()";
    }
    if (release.onOwner()) {
      return "its close()";
    }
    // That of another class is not its own.
    return (release.ofOther() ? "" : "its ") + release.call();
  }
}
