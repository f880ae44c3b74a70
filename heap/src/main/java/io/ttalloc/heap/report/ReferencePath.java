package io.ttalloc.heap.report;

import io.ttalloc.text.VisibleText;
import java.util.List;
import java.util.stream.Stream;

/** A path of strong references from a root to an object. Immutable. */
public record ReferencePath(PathRoot root, List<PathLink> links) {
  public ReferencePath {
    links = List.copyOf(links);
  }

  /** The text of the root and of each link, safe to show on a terminal. */
  public List<String> parts() {
    return Stream.concat(Stream.of(root.text()), links.stream().map(PathLink::text))
        .map(VisibleText::of)
        .toList();
  }

  /**
   * The texts as in {@link #parts}, but without numbers and other details, so that they are equal
   * for all objects that are kept reachable in the same way.
   */
  public List<String> foldedParts() {
    return Stream.concat(Stream.of(root.folded()), links.stream().map(PathLink::folded))
        .map(VisibleText::of)
        .toList();
  }
}
