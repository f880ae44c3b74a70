package io.ttalloc.agent;

import java.util.List;
import java.util.Locale;

/** The command line of a process, without what looks like a secret. */
final class CommandLine {
  private static final int MAX_CHARS = 4000;
  private static final String[] SECRET = {
    "password",
    "passwd",
    "pwd",
    "secret",
    "token",
    "apikey",
    "api-key",
    "api_key",
    "credential",
    "private",
    "auth"
  };

  private CommandLine() {}

  /**
   * The command line as one text.
   *
   * @param command the program and its arguments
   */
  static String redacted(List<String> command) {
    StringBuilder line = new StringBuilder(fileName(command.get(0)));
    boolean redactNext = false;
    for (String argument : command.subList(1, command.size())) {
      if (line.length() > MAX_CHARS) {
        return line.append(" ...").toString();
      }
      line.append(' ').append(redactNext ? "***" : redact(argument));
      redactNext =
          !redactNext
              && argument.startsWith("-")
              && isSecret(argument)
              && argument.indexOf('=') < 0;
    }
    return line.toString();
  }

  /** Hides the value of {@code key=value} if the key names a secret, and passwords within URLs. */
  static String redact(String argument) {
    int equals = argument.indexOf('=');
    if (equals > 0 && isSecret(argument.substring(0, equals))) {
      return argument.substring(0, equals + 1) + "***";
    }
    int scheme = argument.indexOf("://");
    int at = scheme < 0 ? -1 : argument.indexOf('@', scheme);
    int colon = at < 0 ? -1 : argument.indexOf(':', scheme + 3);
    if (colon > 0 && colon < at) {
      return argument.substring(0, colon + 1) + "***" + argument.substring(at);
    }
    return argument;
  }

  private static boolean isSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String word : SECRET) {
      if (lower.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
