package io.ttalloc.agent.command;

import org.jspecify.annotations.Nullable;

/**
 * The part of a JVM flag that can be shown: the names of system properties and of {@code -X} and
 * {@code -XX} flags, and the value of an {@code -X} or {@code -XX} flag only if it is a number.
 * Other values may be passwords ({@code -D}), commands ({@code -XX:OnError}) or options of agents.
 */
final class JvmFlags {
  private static final String PROPERTY = "-D";
  private static final String NON_STANDARD = "-X";
  private static final String ADVANCED = "-XX:";
  private static final String UNITS = "kKmMgGtT%";

  private JvmFlags() {}

  /** The part of an option that contains no secret; null if there is none. */
  static @Nullable String withoutSecrets(String option) {
    if (option.startsWith(PROPERTY)) {
      return named(option, PROPERTY, "._-$");
    }
    if (!option.startsWith(ADVANCED)) {
      return option.startsWith(NON_STANDARD) ? named(option, NON_STANDARD, "") : null;
    }
    String name = named(option, ADVANCED, "+-");
    boolean hasNumber =
        name != null
            && option.startsWith("=", name.length())
            && isNumber(option.substring(name.length() + 1));
    return hasNumber ? option : name;
  }

  /** The prefix and the name that follows it; null if no name follows. */
  private static @Nullable String named(String option, String prefix, String alsoInNames) {
    int end = prefix.length();
    while (end < option.length() && isOfName(option.charAt(end), alsoInNames)) {
      end++;
    }
    return end == prefix.length() ? null : option.substring(0, end);
  }

  private static boolean isOfName(char c, String also) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || also.indexOf(c) >= 0;
  }

  /** Whether a value is a number, such as {@code 64}, {@code 75.5} or {@code 512m}. */
  private static boolean isNumber(String value) {
    int end = value.length();
    if (end > 1 && UNITS.indexOf(value.charAt(end - 1)) >= 0) {
      end--;
    }
    for (int i = 0; i < end; i++) {
      char c = value.charAt(i);
      if ((c < '0' || c > '9') && c != '.') {
        return false;
      }
    }
    return end > 0;
  }
}
