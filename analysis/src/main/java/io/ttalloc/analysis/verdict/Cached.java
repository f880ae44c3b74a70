package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.OwnerReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.heap.report.HeldBy;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a resource that is itself in an open cache, or whose owner is in an open cache.
 */
final class Cached extends Verdict {
  Cached() {
    super("CACHED", Leak.WHEN_GROWING, 60, Tone.KEPT, "a cache holds it");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.isInCache();
  }

  @Override
  public @Nullable OwnerNode cause(OpenResource resource) {
    return resource.chainEnd();
  }

  @Override
  public List<String> heldBy(Evidence evidence) {
    List<String> names = new ArrayList<>();
    for (OwnerNode cache : evidence.owners().causes()) {
      names.add(Reasons.holder(evidence.facts(), cache));
    }
    names.addAll(Holders.names(evidence.owners().untracked()));
    return names;
  }

  @Override
  public List<Reason> why(Evidence evidence) {
    List<Reason> why = new ArrayList<>();
    OwnerNode cache = evidence.owners().firstCause();
    OwnerNode owner = ownerOf(evidence, cache);
    why.add(
        cache != null && owner != null && owner.isClosed()
            ? new OwnerReason.InCacheOfClosed(owner.type().className(), cache.type().className())
            : Reason.Fact.IN_CACHE);
    if (evidence.owners().heldByPath() > 0) {
      why.add(Holders.shown(evidence));
    }
    if (alwaysMisses(evidence)) {
      why.add(
          new OwnerReason.NeverHits(
              evidence.owners().roots().size(), evidence.owners().hasMoreRoots()));
    }
    return why;
  }

  /** Whether one call adds an entry to one cache in every cycle. */
  private static boolean alwaysMisses(Evidence evidence) {
    return evidence.isGrowing()
        && evidence.eachCycleLeft()
        && evidence.owners().causes().size() == 1
        && evidence.owners().roots().size() > 1;
  }

  private static @Nullable OwnerNode ownerOf(Evidence evidence, @Nullable OwnerNode cache) {
    return cache == null ? null : evidence.facts().owners().ownerOf(cache.slot());
  }

  /**
   * Whether a cache belongs to the JDK and no rule names a call that clears it, so that it is
   * expected to empty itself.
   */
  private static boolean isOfPlatform(TypeEntry cache) {
    return cache.closing().release() == null && JavaNames.isPlatform(cache.className());
  }

  /** Returns the advice to clear the first cache that is not a resource itself. */
  private static Advice clearUntracked(Evidence evidence) {
    List<HeldBy> caches = evidence.owners().untracked();
    if (caches.isEmpty()) {
      return Advice.of(Step.Fact.CLEAR_CACHE);
    }
    String name = caches.get(0).type();
    String release = Holders.release(evidence.facts(), name);
    return !evidence.isGrowing() && release == null && JavaNames.isPlatform(name)
        ? Advice.NONE
        : Advice.of(ClearAdvice.clear(name, release, null));
  }

  @Override
  protected Advice advice(Evidence evidence) {
    OwnerNode cache = evidence.owners().firstCause();
    if (cache == null) {
      return clearUntracked(evidence);
    }
    if (!evidence.isGrowing() && isOfPlatform(cache.type())) {
      return Advice.NONE;
    }
    OwnerNode owner = ownerOf(evidence, cache);
    Step call = ClearAdvice.clear(cache.type(), owner);
    if (alwaysMisses(evidence)) {
      return Advice.of(Step.Fact.SAME_KEY, new Step.UntilThen(call));
    }
    return owner == null
        ? Advice.of(call)
        : Advice.of(new Step.BeforeClose(call, owner.type().className()));
  }

  @Override
  public boolean growsByItself() {
    return true;
  }
}
