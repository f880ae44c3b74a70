package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where some of the resources from one stack were closed.
 *
 * @param caller what called the close; null if its stack was not captured
 */
public record CloseSite(CloseSiteEntry entry, @Nullable Frame caller) {
  /** The places where others from the stack of a finding were closed, the most frequent first. */
  public static List<CloseSite> of(Evidence evidence) {
    CallSites sites = evidence.facts().sites();
    String ownClass = evidence.type().className();
    return evidence.siblings().stream()
        .map(entry -> new CloseSite(entry, sites.caller(ownClass, entry.stack())))
        .toList();
  }

  /** Frames of the close, innermost first. */
  public List<Frame> stack() {
    return entry.stack();
  }

  /** The number of closes that were captured with it. */
  public long count() {
    return entry.count();
  }
}
