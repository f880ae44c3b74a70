package io.ttalloc.rules;

import io.ttalloc.text.Wording;
import io.ttalloc.text.yaml.YamlNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A method pattern that YAML has split at its commas, because it was not quoted.
 *
 * @param text the whole pattern
 * @param parts the number of items into which it was split
 */
record CutPattern(String text, int parts) {
  private static final String QUOTE = "quote a pattern that contains a comma";

  /** The split pattern that begins at an item; null if there is none. */
  static @Nullable CutPattern at(List<YamlNode> items, int first) {
    if (!begins(items.get(first))) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    for (int i = first; i < items.size() && items.get(i) instanceof YamlNode.Text part; i++) {
      text.append(i == first ? "" : ", ").append(part.text());
      if (part.text().endsWith(")")) {
        return new CutPattern(text.toString(), i - first + 1);
      }
    }
    return null;
  }

  private static boolean begins(YamlNode item) {
    return item instanceof YamlNode.Text text
        && text.text().indexOf('(') > 0
        && text.text().indexOf(')') < 0;
  }

  /**
   * The hint {@code ; quote ...} for a message if an item is the beginning of a split pattern;
   * otherwise an empty string.
   */
  static String hint(YamlNode item) {
    return begins(item) ? "; " + QUOTE : "";
  }

  String found(String clause) {
    return Wording.quote(text) + " for '" + clause + "'";
  }

  String expected() {
    return "\"" + Wording.visible(text, 60) + "\"; " + QUOTE;
  }
}
