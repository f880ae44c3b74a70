package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource that a library has opened for itself, once for the whole process: a static field of a
 * library class keeps only this resource reachable, without a collection in between, and that class
 * opened the resource without application code in between.
 */
final class LibrarySingleton {
  private LibrarySingleton() {}

  /** The library class whose static field keeps the resource reachable; null if there is none. */
  static @Nullable String keeper(Facts facts, SlotEntry slot) {
    ReferencePath path = facts.heap().areKnown() ? facts.heap().path(slot) : null;
    if (path == null || path.root().kind() != PathRoot.Kind.STATIC_FIELD || !isDirect(path)) {
      return null;
    }
    String keeper = path.root().type();
    return facts.heap().keepsOne(path.root())
            && facts.sites().isLibrary(keeper)
            && isOpenedBy(keeper, facts, slot.tally())
        ? keeper
        : null;
  }

  /**
   * Whether the path contains no collection and no repeated link, such as the links of a linked
   * list.
   */
  private static boolean isDirect(ReferencePath path) {
    return path.links().stream().allMatch(link -> link.kind().isDirect() && link.times() == 1);
  }

  private static boolean isOpenedBy(String keeper, Facts facts, TallyEntry tally) {
    List<Frame> stack = facts.sites().read(tally.type(), tally.stack()).frames();
    String outermost = JavaNames.outermost(keeper);
    for (Frame frame : stack) {
      if (JavaNames.outermost(frame.className()).equals(outermost)) {
        return true;
      }
      if (!facts.sites().isLibrary(frame)) {
        return false;
      }
    }
    return false;
  }
}
