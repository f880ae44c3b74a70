package io.ttalloc.text.yaml;

import io.ttalloc.text.Wording;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A mapping whose values are read by key and kind. If a key is missing, the default is returned. If
 * the value of a key is wrong, the default is returned and a problem is added.
 */
public class YamlMapping {
  private static final int MAX_NAME_LENGTH = 200;

  private final YamlNode.Entries source;
  private final Problems problems;
  private final String consequence;
  private final Map<String, YamlNode.Entry> byName = new HashMap<>();

  /**
   * Creates a mapping and adds a problem for each key that is unknown or duplicated.
   *
   * @param noun the word for a key in messages
   * @param consequence the consequence of every problem with this mapping
   */
  public YamlMapping(
      YamlNode.Entries source,
      String noun,
      Collection<String> known,
      Problems problems,
      String consequence) {
    this.source = source;
    this.problems = problems;
    this.consequence = consequence;
    for (YamlNode.Entry entry : source.entries()) {
      Position at = entry.key().position();
      String name = entry.key().text();
      if (!known.contains(name)) {
        wrong(at, "unknown " + noun + " " + Wording.quote(name), Wording.oneOf(known, name));
      } else if (byName.putIfAbsent(name, entry) != null) {
        wrong(at, "the " + noun + " '" + name + "' is given twice", "once");
      }
    }
  }

  /** Whether the key is present, with any value. */
  public final boolean has(String key) {
    return byName.containsKey(key);
  }

  /** Returns the position of a key; the position of the mapping if the key is missing. */
  public final Position position(String key) {
    YamlNode.Entry entry = byName.get(key);
    return entry == null ? source.position() : entry.key().position();
  }

  /** The value of a key. */
  public final @Nullable YamlNode node(String key) {
    YamlNode.Entry entry = byName.get(key);
    return entry == null ? null : entry.value();
  }

  /** Returns a name for human readers: it must not be blank and must be on one line. */
  public final @Nullable String name(String key) {
    YamlNode node = node(key);
    if (node == null) {
      return null;
    }
    String expected = "a name of at most " + MAX_NAME_LENGTH + " printable characters";
    if (node instanceof YamlNode.Text text
        && !text.isNothing()
        && !text.text().isBlank()
        && Wording.visible(text.text(), MAX_NAME_LENGTH).equals(text.text())) {
      return text.text();
    }
    wrong(key, node, expected);
    return null;
  }

  /** Returns a boolean value. */
  public final boolean flag(String key, boolean otherwise) {
    YamlNode node = node(key);
    if (node == null) {
      return otherwise;
    }
    if (node instanceof YamlNode.Text text) {
      if (text.text().equals("true")) {
        return true;
      }
      if (text.text().equals("false")) {
        return false;
      }
    }
    wrong(key, node, "true or false");
    return otherwise;
  }

  /** Returns the items that a key lists; a single value counts as a list of one item. */
  public final List<YamlNode> items(String key, String expected) {
    YamlNode node = node(key);
    if (node == null) {
      return List.of();
    }
    if (node instanceof YamlNode.Items list) {
      return list.items();
    }
    if (node instanceof YamlNode.Text text && text.isNothing()) {
      wrong(key, node, expected);
      return List.of();
    }
    return List.of(node);
  }

  /** Adds a problem about the value of a key. */
  public final void wrong(String key, YamlNode node, String expected) {
    wrong(node.position(), node.describe() + " for '" + key + "'", expected);
  }

  /** Adds a problem. */
  public final void wrong(Position position, String found, String expected) {
    problems.add(position, found, expected, consequence);
  }
}
