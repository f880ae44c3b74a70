package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place where some of the resources of one stack were closed.
 *
 * @param caller the frame that called the close method; null if the stack of the close was not
 *     captured
 */
public record CloseSite(CloseSiteEntry entry, @Nullable Frame caller) {
  /**
   * The places where other resources opened by a finding's stack were closed, the most frequent
   * first.
   */
  public static List<CloseSite> of(Evidence evidence) {
    CallSites sites = evidence.facts().sites();
    String ownClass = evidence.type().className();
    return evidence.siblings().stream()
        .map(entry -> new CloseSite(entry, sites.caller(ownClass, entry.stack())))
        .toList();
  }

  /** The frames of the close, innermost first. */
  public List<Frame> stack() {
    return entry.stack();
  }

  /** The number of closes that were captured with this stack. */
  public long count() {
    return entry.count();
  }
}
