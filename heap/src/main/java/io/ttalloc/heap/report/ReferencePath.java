package io.ttalloc.heap.report;

import io.ttalloc.yaml.VisibleText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A path of strong references from a root to an object. Immutable. */
public record ReferencePath(PathRoot root, List<PathLink> links) {
  public ReferencePath {
    links = List.copyOf(links);
  }

  /** The path in one line, safe to show on a terminal. */
  public String text() {
    return joined(Stream.concat(Stream.of(root.text()), links.stream().map(PathLink::text)));
  }

  /** The same text for all objects that are kept in the same way. */
  public String folded() {
    return joined(Stream.concat(Stream.of(root.folded()), links.stream().map(PathLink::folded)));
  }

  private static String joined(Stream<String> parts) {
    return VisibleText.of(parts.collect(Collectors.joining(" -> ")));
  }
}
