package io.ttalloc.analysis.fold;

import io.ttalloc.ledger.read.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose a finding is.
 *
 * @param roots names of the outermost owners with which it is shown, in order of opening
 * @param chain names of the owners of the first one, from the direct one outwards
 * @param heldBy the caches that hold it, each with its owner and where that was closed
 * @param entries the caches' names for the entries
 * @param closedBy the stack that closed the owner, or the cache's owner; empty if unknown
 */
public record Ownership(
    List<String> roots,
    boolean moreRoots,
    List<String> chain,
    List<String> heldBy,
    List<String> entries,
    List<Frame> closedBy) {

  /** The roots in one text, or null if nobody owns it. */
  public @Nullable String owner() {
    if (roots.isEmpty()) {
      return null;
    }
    return String.join(", ", roots) + (moreRoots ? " and more" : "");
  }
}
