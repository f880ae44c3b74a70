package io.ttalloc.agent.options;

import io.ttalloc.agent.options.Options.Wanted;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.RulePack;
import io.ttalloc.text.TimeSpan;
import io.ttalloc.text.UserPath;
import io.ttalloc.text.Wording;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options from the agent argument and the environment: first collects the values that
 * were given for each option in the table, then interprets them. A wrong value is ignored or
 * replaced by the default, and a problem is added. An instance is used only once.
 */
final class OptionParser {
  private static final int MAX_PROBLEMS = 20;
  private static final String IGNORED = "it is ignored";

  private static final String NEVER = "never";
  private static final String LEAK = "leak";
  private static final String OWN = "own";
  private static final String UNDECIDED = "undecided";

  /** The consequence of a mistake in what may have been meant as {@code fail-on=leak}. */
  private static final String FAILS = "the run ends with exit status " + Policy.NO_JUDGEMENT_STATUS;

  /** The environment variables that start with the prefix but are not options. */
  private static final List<String> OTHER_VARIABLES =
      List.of("TT_ALLOC_TRACKING_ENABLED", "TT_ALLOC_TEST_JDKS");

  private final Option[] table = Option.values();
  private final Map<String, String> environment;
  private final String folder;

  /** The values that were given for each option, as written. */
  private final Map<Option, List<String>> given = new EnumMap<>(Option.class);

  /** The options that were set by a variable and not by the argument. */
  private final Set<Option> byVariable = EnumSet.noneOf(Option.class);

  private final List<OptionProblem> problems = new ArrayList<>();

  /** Whether something was given that may have been meant as {@code fail-on=leak}. */
  private boolean mayFailOn;

  /**
   * Creates a parser that has read nothing.
   *
   * @param folder the absolute path that is prepended to relative file names; empty to leave them
   *     unchanged
   */
  OptionParser(Map<String, String> environment, String folder) {
    this.environment = environment;
    this.folder = folder;
  }

  Options parse(String argument) {
    readVariables();
    readArgument(argument);
    List<String> rules = files(Option.RULES);
    List<String> packs = list(Option.PACKS);
    TrackedPackages track = new TrackedPackages(classes(Option.TRACK), classes(Option.EXCLUDE));
    if (rules.isEmpty() && packs.isEmpty() && track.isNothing()) {
      packs = List.of(RulePack.ALL);
    }
    return new Options(
        new Options.Choice(rules, packs, track),
        new Options.Recording(
            wanted(Option.HOLDERS),
            word(Option.CAPTURE).equals("full"),
            word(Option.COMMAND).equals("full"),
            word(Option.LABELS).equals("on"),
            word(Option.TRACE_IDS).equals("on"),
            timeSpan(Option.OLDER_THAN)),
        new Options.Output(
            dump(),
            word(Option.TEXT).equals("full"),
            file(Option.DIR),
            flag(Option.VERBOSE),
            flag(Option.HELP)),
        new Policy(
            files(Option.SUPPRESS),
            file(Option.BASELINE),
            failOn(),
            values(Option.FAIL_ON).contains(UNDECIDED)),
        new Options.OwnCode(classes(Option.APP), classes(Option.LIBRARY)),
        firstProblems());
  }

  private List<OptionProblem> firstProblems() {
    int more = problems.size() - MAX_PROBLEMS;
    if (more <= 0) {
      return problems;
    }
    List<OptionProblem> first = new ArrayList<>(problems.subList(0, MAX_PROBLEMS));
    first.add(new OptionProblem("further problems with options: " + more, null));
    return first;
  }

  // ---- Collecting the values --------------------------------------------------------------------

  private void readVariables() {
    for (Option option : table) {
      String value = environment.get(option.variable);
      if (value != null && !value.isBlank()) {
        List<String> values = new ArrayList<>();
        if (option.isList()) {
          split(value, values);
        } else {
          values.add(value.trim());
        }
        given.put(option, values);
        byVariable.add(option);
      }
    }
    readUnknownVariables();
  }

  private void readUnknownVariables() {
    List<String> known = new ArrayList<>();
    for (Option option : table) {
      known.add(option.variable);
    }
    known.addAll(OTHER_VARIABLES);
    List<String> unknown = new ArrayList<>();
    for (String name : environment.keySet()) {
      if (name.startsWith(Option.VARIABLE_PREFIX) && !known.contains(name)) {
        unknown.add(name);
      }
    }
    if (unknown.size() > 1) {
      Collections.sort(unknown); // the environment has no order
    }
    for (String name : unknown) {
      problem(
          "environment variable " + Wording.visible(name, 60),
          "unknown, ",
          Wording.oneOf(known, name),
          Option.FAIL_ON.variable.equals(Wording.nearest(known, name)));
    }
  }

  private List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (Option option : table) {
      keys.add(option.key);
    }
    return keys;
  }

  private void readArgument(String argument) {
    List<String> tokens = new ArrayList<>();
    split(argument, tokens);
    Option current = null; // the option that a token without '=' continues
    boolean currentIsIgnored = false;
    for (String token : tokens) {
      int equals = token.indexOf('=');
      String key = equals < 0 ? token : token.substring(0, equals).trim();
      Option option = option(key);
      if (option == null && equals >= 0) {
        current = null;
        currentIsIgnored = true;
        problem(
            where(token),
            "unknown option " + Wording.quote(key) + ", ",
            Wording.oneOf(keys(), key),
            mayMeanFailOn(key));
      } else if (option == null) {
        if (!currentIsIgnored) {
          continueList(current, token);
        }
      } else if (equals >= 0) {
        add(option, token.substring(equals + 1).trim(), token);
        current = option;
        currentIsIgnored = false;
      } else if (option.isFlag()) { // a flag between the values of a list does not end the list
        add(option, "true", token);
      } else {
        problem(where(token), "", option.usage(), option == Option.FAIL_ON);
      }
    }
  }

  private void add(Option option, String value, String token) {
    List<String> values = given.get(option);
    if (values == null || byVariable.contains(option)) { // the argument wins
      values = new ArrayList<>();
      given.put(option, values);
      byVariable.remove(option);
    } else if (!option.isList() && !option.isFlag()) {
      problems.add(
          new OptionProblem(
              where(token) + ": '" + option.key + "' is given more than once",
              "the last value applies"));
      values.clear();
    }
    values.add(value);
  }

  private void continueList(@Nullable Option current, String token) {
    if (current != null && current.isList()) {
      values(current).add(token);
      return;
    }
    problem(
        where(token),
        current == null ? "" : "'" + current.key + "' takes one value, ",
        "KEY=VALUE, help or verbose" + Wording.didYouMean(keys(), token),
        mayMeanFailOn(token));
  }

  private boolean mayMeanFailOn(String key) {
    return Option.FAIL_ON.key.equals(Wording.nearest(keys(), key));
  }

  /** Adds a problem about something that is not a value of an option. */
  private void problem(String where, String what, String expected, boolean meansFailOn) {
    mayFailOn |= meansFailOn;
    problems.add(
        new OptionProblem(
            where + ": " + what + "expected " + expected, meansFailOn ? FAILS : IGNORED));
  }

  /** The phrase that identifies an argument in a message. */
  private static String where(String token) {
    return "agent argument " + Wording.quote(token);
  }

  private @Nullable Option option(String key) {
    for (Option option : table) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    return null;
  }

  /** Splits text at commas and omits blank parts. */
  private static void split(String text, List<String> parts) {
    int start = 0;
    while (start <= text.length()) {
      int comma = text.indexOf(',', start);
      int end = comma < 0 ? text.length() : comma;
      String part = text.substring(start, end).trim();
      if (!part.isEmpty()) {
        parts.add(part);
      }
      start = end + 1;
    }
  }

  // ---- Interpreting the values ------------------------------------------------------------------

  /** The values that were given for an option, as written. */
  private List<String> values(Option option) {
    List<String> values = given.get(option);
    return values == null ? List.of() : values;
  }

  /** The single value of an option; null if none was given. */
  private @Nullable String value(Option option) {
    List<String> values = values(option);
    return values.isEmpty() ? null : values.get(values.size() - 1);
  }

  private void wrong(Option option, String value, String consequence) {
    String where =
        byVariable.contains(option)
            ? "environment variable " + option.variable + "=" + Wording.quote(value)
            : where(option.key + "=" + value);
    problems.add(new OptionProblem(where + ": expected " + option.expected(), consequence));
  }

  /** Adds a problem for a wrong value, which the default replaces. */
  private void wrong(Option option, String value) {
    wrong(option, value, "the default (" + option.byDefault + ") applies");
  }

  /** The valid values of a list, without duplicates. */
  private List<String> list(Option option) {
    List<String> values = new ArrayList<>();
    for (String value : values(option)) {
      if (isText(value)) {
        addOnce(values, value);
      } else {
        wrong(option, value, IGNORED);
      }
    }
    return values;
  }

  /** The paths of the valid file names in a list, without duplicates. */
  private List<String> files(Option option) {
    List<String> files = new ArrayList<>();
    for (String written : list(option)) {
      addOnce(files, path(written));
    }
    return files;
  }

  private List<String> dump() {
    List<String> targets = new ArrayList<>();
    for (String value : values(Option.DUMP)) {
      if (value.equals(Options.STDERR)) {
        addOnce(targets, value);
      } else if (isText(value) && hasSuffix(value)) {
        addOnce(targets, path(value));
      } else {
        wrong(Option.DUMP, value, IGNORED);
      }
    }
    return targets.isEmpty() ? List.of(Options.STDERR) : targets;
  }

  /** Whether the name of a file has the suffix of a report format. */
  private static boolean hasSuffix(String name) {
    List<String> suffixes = new ArrayList<>();
    split(Option.SUFFIXES, suffixes);
    for (String suffix : suffixes) {
      if (name.endsWith(suffix)) {
        return true;
      }
    }
    return false;
  }

  private List<ClassPattern> classes(Option option) {
    List<ClassPattern> patterns = new ArrayList<>();
    for (String value : values(option)) {
      ClassPattern pattern = ClassPattern.parse(value);
      if (pattern == null) {
        wrong(option, value, IGNORED);
      } else if (!patterns.contains(pattern)) {
        patterns.add(pattern);
      }
    }
    return patterns;
  }

  private @Nullable String file(Option option) {
    String value = value(option);
    if (value == null || isText(value)) {
      return value == null ? null : path(value);
    }
    wrong(option, value);
    return null;
  }

  /** The value of an option that takes one of several words. */
  private String word(Option option) {
    String value = value(option);
    if (value == null || option.hasWord(value)) {
      return value == null ? option.byDefault : value;
    }
    wrong(option, value);
    return option.byDefault;
  }

  private Wanted wanted(Option option) {
    String word = word(option);
    return word.equals("auto") ? Wanted.AUTO : word.equals("true") ? Wanted.TRUE : Wanted.FALSE;
  }

  /**
   * The condition for replacing the exit status. If the condition is not understood, the run must
   * not pass.
   */
  private Policy.FailOn failOn() {
    List<String> values = values(Option.FAIL_ON);
    for (String value : values) {
      if (!Option.FAIL_ON.hasWord(value) || (value.equals(NEVER) && values.size() > 1)) {
        wrong(Option.FAIL_ON, value, FAILS);
        return Policy.FailOn.NOT_UNDERSTOOD;
      }
    }
    if (values.isEmpty()) {
      return mayFailOn ? Policy.FailOn.NOT_UNDERSTOOD : Policy.FailOn.NEVER;
    }
    if (values.contains(NEVER)) {
      return Policy.FailOn.NEVER;
    }
    boolean onlyOwn = values.contains(OWN) && !values.contains(LEAK);
    return onlyOwn ? Policy.FailOn.OWN : Policy.FailOn.LEAK;
  }

  private boolean flag(Option option) {
    String value = value(option);
    if (value == null) {
      return false;
    }
    boolean yes = value.equals("true") || value.equals("1");
    if (!yes && !value.equals("false") && !value.equals("0")) {
      wrong(option, value);
    }
    return yes;
  }

  /** A time span in nanoseconds; 0 if there is none. */
  private long timeSpan(Option option) {
    String value = value(option);
    long nanos = value == null ? 0 : TimeSpan.parse(value);
    if (value != null && nanos == 0) {
      wrong(option, value);
    }
    return nanos;
  }

  /** Expands a path that a user wrote, and prepends the folder if the path is relative. */
  private String path(String written) {
    String path = UserPath.expanded(written, environment.get("HOME"));
    return folder.isEmpty() || path.startsWith("/") ? path : folder + "/" + path;
  }

  /** Whether a value is not empty and has no NUL character, which no path can contain. */
  private static boolean isText(String value) {
    return !value.isEmpty() && value.indexOf('\0') < 0;
  }

  private static void addOnce(List<String> values, String value) {
    if (!values.contains(value)) {
      values.add(value);
    }
  }
}
