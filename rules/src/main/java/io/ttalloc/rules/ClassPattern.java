package io.ttalloc.rules;

import io.ttalloc.text.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * The classes covered by a rule: one class, the classes of one package ({@code com.acme.*}) or of a
 * package and its subpackages ({@code com.acme.**}).
 *
 * @param name the binary class name, or the package without the asterisks
 * @param kind what the name stands for
 */
public record ClassPattern(String name, Kind kind) {

  /** The meaning of {@link ClassPattern#name}. */
  public enum Kind {
    CLASS,
    PACKAGE,
    PACKAGE_AND_BELOW
  }

  /** The syntax of a class pattern, for messages. */
  public static final String SYNTAX =
      "a binary class name (com.acme.Pool, com.acme.Pool$Entry), com.acme.* for a package or"
          + " com.acme.** for a package and everything below it";

  /** Parses a pattern; null if the text is not a pattern. */
  public static @Nullable ClassPattern parse(String text) {
    Kind kind = Kind.CLASS;
    String name = text;
    if (text.endsWith(".**")) {
      kind = Kind.PACKAGE_AND_BELOW;
      name = text.substring(0, text.length() - 3);
    } else if (text.endsWith(".*")) {
      kind = Kind.PACKAGE;
      name = text.substring(0, text.length() - 2);
    }
    return Names.isQualified(name) ? new ClassPattern(name, kind) : null;
  }

  /** Parses a pattern; null if the node is not a pattern. */
  public static @Nullable ClassPattern of(YamlNode node) {
    return node instanceof YamlNode.Text text && !text.isNothing() ? parse(text.text()) : null;
  }

  /**
   * Whether the pattern covers a class.
   *
   * @param className a binary name ({@code com.acme.Pool}) or an internal one ({@code
   *     com/acme/Pool}), as passed to a class file transformer
   */
  public boolean matches(String className) {
    int length = name.length();
    if (kind == Kind.CLASS) {
      return className.length() == length && startsWithName(className);
    }
    if (className.length() <= length + 1
        || !isSeparator(className.charAt(length))
        || !startsWithName(className)) {
      return false;
    }
    return kind == Kind.PACKAGE_AND_BELOW || !hasSeparatorFrom(className, length + 1);
  }

  /** The pattern as it is written in a rule file. */
  @Override
  public String toString() {
    return switch (kind) {
      case CLASS -> name;
      case PACKAGE -> name.concat(".*");
      case PACKAGE_AND_BELOW -> name.concat(".**");
    };
  }

  private boolean startsWithName(String className) {
    for (int i = name.length() - 1;
        i >= 0;
        i--) { // backwards, because most names differ near the end
      char expected = name.charAt(i);
      char actual = className.charAt(i);
      if (expected != actual && !(expected == '.' && actual == '/')) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasSeparatorFrom(String className, int start) {
    for (int i = start; i < className.length(); i++) {
      if (isSeparator(className.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSeparator(char c) {
    return c == '.' || c == '/';
  }
}
