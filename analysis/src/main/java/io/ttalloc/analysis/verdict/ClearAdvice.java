package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.ledger.record.TypeEntry;
import org.jspecify.annotations.Nullable;

/** The advice to make a cache release what it holds. */
final class ClearAdvice {
  private ClearAdvice() {}

  static Step clear(TypeEntry cache, @Nullable OwnerNode owner) {
    return clear(cache.className(), cache.closing().release(), owner);
  }

  /** Like the other overload, given the class of a cache and the method that its rule names. */
  static Step clear(String cache, @Nullable String call, @Nullable OwnerNode owner) {
    Release release = Release.of(call);
    return new Step.Clear(
        cache,
        release == null ? null : release.call(),
        release != null && release.onOwner(),
        owner == null ? null : owner.type().className());
  }
}
