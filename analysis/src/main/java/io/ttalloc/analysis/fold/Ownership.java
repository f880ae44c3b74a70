package io.ttalloc.analysis.fold;

import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The owners and holders of a finding's resources.
 *
 * @param roots the names of the outermost owners with which the finding is shown, in the order of
 *     opening
 * @param chain the names of the owners of the first resource, from the direct owner outwards
 * @param heldBy the caches that hold the resources, each with its owner and where that owner was
 *     closed
 * @param kept what keeps the resources reachable
 * @param entries the names of the resources' entries in the caches
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

  /** The roots joined into one text; null if there is none. */
  public @Nullable String owner() {
    if (roots.isEmpty()) {
      return null;
    }
    return String.join(", ", roots) + (moreRoots ? " and more" : "");
  }

  /** The paths that keep the resources reachable, the most frequent first. */
  public List<HolderPath> paths() {
    return kept.paths();
  }
}
