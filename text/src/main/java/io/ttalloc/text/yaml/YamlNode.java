package io.ttalloc.text.yaml;

import io.ttalloc.text.Wording;
import java.util.List;

/** A node of a YAML document, with its position. */
public sealed interface YamlNode {
  /** The position at which the node begins. */
  Position position();

  /**
   * A description for messages: {@code 'abc'}, {@code a list}, {@code a mapping}, {@code nothing}.
   */
  String describe();

  /**
   * A scalar. Whether it was quoted makes no difference, except that a quoted scalar is never null.
   */
  record Text(String text, boolean quoted, Position position) implements YamlNode {
    /** Whether this scalar is a YAML null. */
    public boolean isNothing() {
      return !quoted && (text.isEmpty() || text.equals("~") || text.equals("null"));
    }

    @Override
    public String describe() {
      return isNothing() ? "nothing" : Wording.quote(text);
    }
  }

  /** A sequence. */
  record Items(List<YamlNode> items, Position position) implements YamlNode {
    @Override
    public String describe() {
      return "a list";
    }
  }

  /** A mapping, with its entries in the order of the text; keys may be duplicated. */
  record Entries(List<Entry> entries, Position position) implements YamlNode {
    @Override
    public String describe() {
      return "a mapping";
    }
  }

  /** A key and its value. */
  record Entry(Text key, YamlNode value) {}
}
