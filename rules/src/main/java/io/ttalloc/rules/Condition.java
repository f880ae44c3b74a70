package io.ttalloc.rules;

import io.ttalloc.text.yaml.Position;
import org.jspecify.annotations.Nullable;

/**
 * A condition under which a rule applies: {@code jdk >= 21}, {@code lib < 9}.
 *
 * @param ofJdk whether the condition refers to the JDK, not to the library that a class comes from
 * @param comparison one of {@code < <= = >= >}
 */
public record Condition(boolean ofJdk, String comparison, Version version, Position position) {
  /** The syntax of a condition, for messages. */
  public static final String SYNTAX =
      "jdk or lib, then one of < <= = >= >, then a version, such as jdk >= 21 or lib < 4.2";

  /** Parses a condition; null if the text is not a condition. */
  public static @Nullable Condition parse(String text, Position position) {
    String rest = text.strip();
    boolean ofJdk = rest.startsWith("jdk");
    if (!ofJdk && !rest.startsWith("lib")) {
      return null;
    }
    rest = rest.substring(3).stripLeading();
    int length = rest.startsWith("<=") || rest.startsWith(">=") ? 2 : 1;
    if (rest.isEmpty() || "<=>".indexOf(rest.charAt(0)) < 0) {
      return null;
    }
    String written = rest.substring(length).strip();
    Version version = isVersion(written) ? Version.parse(written) : null;
    return version == null
        ? null
        : new Condition(ofJdk, rest.substring(0, length), version, position);
  }

  /**
   * Whether a string is a version that consists only of digits and single dots, so that comparisons
   * use all of it.
   */
  private static boolean isVersion(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit && !(c == '.' && i > 0 && i + 1 < text.length())) {
        return false;
      }
    }
    return !text.contains("..");
  }

  /** Whether the condition holds for a version of the JDK or library. */
  public boolean holdsFor(Version actual) {
    int compared = actual.compareTo(version);
    return switch (comparison) {
      case "<" -> compared < 0;
      case "<=" -> compared <= 0;
      case "=" -> compared == 0;
      case ">=" -> compared >= 0;
      default -> compared > 0;
    };
  }

  /** The condition as it is written in a rule file. */
  @Override
  public String toString() {
    return (ofJdk ? "jdk " : "lib ") + comparison + " " + version;
  }
}
