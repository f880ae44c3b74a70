package io.ttalloc.agent.command;

import io.ttalloc.text.JavaCommand;
import io.ttalloc.text.ProgramName;
import io.ttalloc.text.ShellWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A whole command line in which values that look like secrets are hidden. Only the usual names are
 * recognized; secrets come in more forms than these.
 */
final class Redaction {
  private static final int MAX_CHARS = 4000;

  /**
   * The maximum length of a single argument. A class path may be longer than everything that is
   * kept, and the program comes after it.
   */
  private static final int MAX_WORD = 1000;

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

  private Redaction() {}

  /**
   * The command line as a single string.
   *
   * @param words the program and its arguments
   */
  static String of(List<String> words) {
    List<String> kept = new ArrayList<>();
    kept.add(JavaCommand.fileName(words.get(0)));
    int chars = 0;
    boolean redactNext = false;
    for (String word : words.subList(1, words.size())) {
      if (chars > MAX_CHARS) {
        kept.add("...");
        break;
      }
      String shown = redactNext ? "***" : ProgramName.shortened(redact(word), MAX_WORD);
      kept.add(shown);
      chars += shown.length() + 1;
      redactNext = !redactNext && word.startsWith("-") && isSecret(word) && word.indexOf('=') < 0;
    }
    return ShellWords.joined(kept);
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
}
