package io.ttalloc.analysis.report.jfr;

import io.ttalloc.analysis.report.Index;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An element in the description of a recording's types, which is a tree as in XML. Not thread-safe.
 */
final class JfrElement {
  private final String name;
  private final Map<String, String> attributes = new LinkedHashMap<>();
  private final List<JfrElement> children = new ArrayList<>();

  JfrElement(String name) {
    this.name = name;
  }

  JfrElement with(String attribute, String value) {
    attributes.put(attribute, value);
    return this;
  }

  JfrElement add(JfrElement... elements) {
    children.addAll(List.of(elements));
    return this;
  }

  /**
   * Writes the tree, which refers to its texts by number. In the event, the table of texts must
   * precede the tree.
   */
  void write(JfrBytes out, Index<String> texts) {
    out.number(texts.of(name));
    out.number(attributes.size());
    attributes.forEach(
        (key, value) -> {
          out.number(texts.of(key));
          out.number(texts.of(value));
        });
    out.number(children.size());
    for (JfrElement child : children) {
      child.write(out, texts);
    }
  }
}
