package io.ttalloc.junit;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * The parameters of a test run. Immutable.
 *
 * @param grace how long closes on other threads may take after a test
 * @param required whether tests fail without the agent
 * @param agent the path of the agent to load if the JVM has none, optionally followed by {@code =}
 *     and options; may be empty
 */
record Settings(Leaks leaks, Level level, Duration grace, boolean required, String agent) {
  /** The consequence of a leak. */
  enum Leaks {
    FAIL,
    REPORT,
    OFF
  }

  /** The smallest part of a test run that is judged on its own. */
  enum Level {
    INVOCATION,
    CLASS
  }

  private static final Pattern DURATION = Pattern.compile("(\\d{1,6})\\s*(ms|s)");

  static Settings of(Function<String, Optional<String>> context) {
    return new Settings(
        read(context, "ttalloc.leaks", Leaks.FAIL, Settings::leaks, "fail, report or off"),
        read(context, "ttalloc.scope", Level.INVOCATION, Settings::level, "invocation or class"),
        read(
            context,
            "ttalloc.grace",
            Duration.ofSeconds(5),
            Settings::duration,
            "a time such as 5s or 300ms"),
        read(context, "ttalloc.required", false, Settings::truth, "true or false"),
        read(context, "ttalloc.agent", "", text -> text, ""));
  }

  private static <T> T read(
      Function<String, Optional<String>> context,
      String key,
      T otherwise,
      Function<String, T> parse,
      String expected) {
    String text = context.apply(key).orElse("").strip();
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      throw new ExtensionConfigurationException(
          "tt-alloc: " + key + " is '" + text + "', expected " + expected);
    }
  }

  private static Leaks leaks(String text) {
    return Leaks.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private static Level level(String text) {
    return Level.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private static Duration duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    long number = Long.parseLong(matcher.group(1));
    return matcher.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
  }

  private static boolean truth(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return text.equals("true");
  }
}
