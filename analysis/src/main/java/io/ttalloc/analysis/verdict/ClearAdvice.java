package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.heap.report.SourceNames;
import io.ttalloc.ledger.record.TypeEntry;
import org.jspecify.annotations.Nullable;

/** The advice to let a cache give up what it holds. */
final class ClearAdvice {
  private ClearAdvice() {}

  /** Advises the call that makes a cache release what it holds. */
  static String clear(OwnerNode cache, @Nullable OwnerNode owner) {
    return clear(cache.type(), owner);
  }

  static String clear(TypeEntry cache, @Nullable OwnerNode owner) {
    return clear(cache.className(), cache.release(), owner);
  }

  /** Does the same by the class of a cache and what its rule says. */
  static String clear(String cache, @Nullable String call, @Nullable OwnerNode owner) {
    Release release = Release.of(call);
    String name = JavaNames.simple(cache);
    if (release == null) {
      return "clear the " + name;
    }
    if (!release.onOwner()) {
      return "call " + SourceNames.simpleQualifier(cache) + "." + release.call();
    }
    return owner == null
        ? "call " + release.call() + " on the owner of the " + name
        : "call " + SourceNames.simpleQualifier(owner.type().className()) + "." + release.call();
  }
}
