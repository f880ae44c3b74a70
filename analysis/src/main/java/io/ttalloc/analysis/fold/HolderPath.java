package io.ttalloc.analysis.fold;

import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.heap.report.TellingLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A way in which resources are kept reachable. Immutable.
 *
 * @param count how many of a finding's resources are kept so
 * @param heapBytes what would be freed of the heap with these
 * @param first the path to the first of them
 * @param parts the texts of the root and of each link; indexes, keys and numbers of threads are
 *     {@code *} where the paths differ
 * @param differing the parts in which they do
 * @param telling what to undo
 */
public record HolderPath(
    long count,
    long heapBytes,
    ReferencePath first,
    List<String> parts,
    Set<Integer> differing,
    TellingLink telling) {
  public HolderPath {
    parts = List.copyOf(parts);
    differing = Set.copyOf(differing);
  }

  /** The links from the root to the resource. */
  public String text() {
    return String.join(" -> ", parts);
  }

  /** The text with the link to undo in braces, which do not occur in Java names. */
  public String marked() {
    List<String> shown = new ArrayList<>(parts);
    shown.set(telling.part(), "{" + tellingText() + "}");
    return String.join(" -> ", shown);
  }

  /** Whether it leads through a field of a class, up to the link to undo. */
  public boolean leadsThrough(String className) {
    return first.root().type().equals(className)
        || first.links().stream()
            .limit(telling.part())
            .anyMatch(link -> link.kind().isField() && link.type().equals(className));
  }

  /** The text of the link to undo. */
  public String tellingText() {
    return parts.get(telling.part());
  }
}
