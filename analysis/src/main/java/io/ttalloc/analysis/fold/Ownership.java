package io.ttalloc.analysis.fold;

import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose resources a finding has.
 *
 * @param roots names of the outermost owners with which it is shown, in the order of opening
 * @param chain names of the owners of the first resource, from the direct owner outwards
 * @param heldBy the caches that hold it, each with its owner and where that owner was closed
 * @param kept what keeps its resources reachable
 * @param entries what the caches call their entries
 * @param closedBy the stack that closed the owner, or the cache's owner; empty if unknown
 */
public record Ownership(
    List<String> roots,
    boolean moreRoots,
    List<String> chain,
    List<String> heldBy,
    KeptBy kept,
    List<String> entries,
    List<Frame> closedBy) {

  /** The roots in one text, or null if it has no owner. */
  public @Nullable String owner() {
    if (roots.isEmpty()) {
      return null;
    }
    return String.join(", ", roots) + (moreRoots ? " and more" : "");
  }

  /** The paths that keep its resources reachable, the most frequent first. */
  public List<HolderPath> paths() {
    return kept.paths();
  }
}
