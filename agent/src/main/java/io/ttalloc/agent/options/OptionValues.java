package io.ttalloc.agent.options;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.TimeSpan;
import io.ttalloc.analysis.ReportFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the given values into options; in place of a wrong value the default applies, and a problem
 * is added.
 */
final class OptionValues {
  private final Map<OptionKey, GivenOption> given;
  private final OptionPaths paths;
  private final List<String> problems;

  /**
   * Reads these values.
   *
   * @param given the options that were given
   * @param paths what names of files stand for
   * @param problems gets a line for each wrong value
   */
  OptionValues(Map<OptionKey, GivenOption> given, OptionPaths paths, List<String> problems) {
    this.given = given;
    this.paths = paths;
    this.problems = problems;
  }

  /**
   * Reads all.
   *
   * @param mayFailOn whether something else was given that may be meant as {@code fail-on=leak}
   */
  Options read(boolean mayFailOn) {
    List<String> rules = files(OptionKey.RULES);
    List<String> packs = list(OptionKey.PACKS);
    TrackedPackages track =
        new TrackedPackages(classes(OptionKey.TRACK), classes(OptionKey.EXCLUDE));
    if (rules.isEmpty() && packs.isEmpty() && track.isNothing()) {
      packs = List.of(Options.DEFAULT_PACK);
    }
    return new Options(
        rules,
        packs,
        track,
        dump(),
        file(OptionKey.DIR),
        wanted(OptionKey.GC_AT_EXIT),
        wanted(OptionKey.HOLDERS),
        number(
            OptionKey.EXIT_LIMIT,
            OptionKey.LEAST_SECONDS,
            OptionKey.MOST_SECONDS,
            OptionKey.DEFAULT_SECONDS),
        capture(),
        chose(OptionKey.COMMAND, "main", "full") ? Options.Command.FULL : Options.Command.MAIN,
        !chose(OptionKey.LABELS, "on", "off"),
        policy(mayFailOn),
        classes(OptionKey.APP),
        classes(OptionKey.LIBRARY),
        timeSpan(OptionKey.OLDER_THAN),
        flag(OptionKey.VERBOSE),
        flag(OptionKey.HELP));
  }

  private Policy policy(boolean mayFailOn) {
    return new Policy(files(OptionKey.SUPPRESS), file(OptionKey.BASELINE), failOn(mayFailOn));
  }

  /** Who asks for something that is not understood must not take the run for a good one. */
  private Policy.FailOn failOn(boolean mayFailOn) {
    GivenOption from = given.get(OptionKey.FAIL_ON);
    if (from == null) {
      return mayFailOn ? Policy.FailOn.NOT_UNDERSTOOD : Policy.FailOn.NEVER;
    }
    String value = from.values().get(0);
    switch (value) {
      case "leak":
        return Policy.FailOn.LEAK;
      case "never":
        return Policy.FailOn.NEVER;
      default:
        wrong(from, value, "", OptionParser.FAILS);
        return Policy.FailOn.NOT_UNDERSTOOD;
    }
  }

  /** The correct values of a list, without repetitions. */
  private List<String> list(OptionKey option) {
    List<String> values = new ArrayList<>();
    GivenOption from = given.get(option);
    if (from != null) {
      for (String value : from.values()) {
        if (isText(value)) {
          addOnce(values, value);
        } else {
          wrong(from, value, "", "it is ignored");
        }
      }
    }
    return values;
  }

  /** The same for names of files. */
  private List<String> files(OptionKey option) {
    List<String> files = new ArrayList<>();
    for (String written : list(option)) {
      addOnce(files, paths.of(written));
    }
    return files;
  }

  private List<ClassPattern> classes(OptionKey option) {
    List<ClassPattern> patterns = new ArrayList<>();
    GivenOption from = given.get(option);
    if (from != null) {
      for (String value : from.values()) {
        ClassPattern pattern = ClassPattern.parse(value);
        if (pattern == null) {
          wrong(from, value, "", "it is ignored");
        } else if (!patterns.contains(pattern)) {
          patterns.add(pattern);
        }
      }
    }
    return patterns;
  }

  private List<String> dump() {
    List<String> targets = new ArrayList<>();
    GivenOption from = given.get(OptionKey.DUMP);
    if (from != null) {
      for (String value : from.values()) {
        if (isText(value)
            && (value.equals(Options.STDERR) || ReportFormats.bySuffix(value) != null)) {
          addOnce(targets, value.equals(Options.STDERR) ? value : paths.of(value));
        } else {
          wrong(from, value, "", "it is ignored");
        }
      }
    }
    return targets.isEmpty() ? List.of(Options.STDERR) : targets;
  }

  private @Nullable String file(OptionKey option) {
    GivenOption from = given.get(option);
    if (from == null || isText(from.values().get(0))) {
      return from == null ? null : paths.of(from.values().get(0));
    }
    wrong(from, from.values().get(0), "", defaultApplies(option));
    return null;
  }

  private int number(OptionKey option, int least, int most, int otherwise) {
    GivenOption from = given.get(option);
    if (from == null) {
      return otherwise;
    }
    String value = from.values().get(0);
    int number = Digits.parse(value);
    if (number >= least && number <= most) {
      return number;
    }
    wrong(from, value, "", defaultApplies(option));
    return otherwise;
  }

  /** In nanoseconds; 0 if there is none. */
  private long timeSpan(OptionKey option) {
    GivenOption from = given.get(option);
    long nanos = from == null ? 0 : TimeSpan.parse(from.values().get(0));
    if (from != null && nanos == 0) {
      wrong(from, from.values().get(0), "", defaultApplies(option));
    }
    return nanos;
  }

  private Options.Wanted wanted(OptionKey option) {
    GivenOption from = given.get(option);
    if (from == null) {
      return Options.Wanted.AUTO;
    }
    String value = from.values().get(0);
    return switch (value) {
      case "auto" -> Options.Wanted.AUTO;
      case "true" -> Options.Wanted.TRUE;
      case "false" -> Options.Wanted.FALSE;
      default -> {
        wrong(from, value, "", defaultApplies(option));
        yield Options.Wanted.AUTO;
      }
    };
  }

  private Options.Capture capture() {
    GivenOption from = given.get(OptionKey.CAPTURE);
    if (from != null) {
      String value = from.values().get(0);
      if (value.equals("none")) {
        return Options.Capture.NONE;
      }
      if (!value.equals("full")) {
        String what = value.equals("sites") ? "'sites' is not supported yet, " : "";
        wrong(from, value, what, defaultApplies(OptionKey.CAPTURE));
      }
    }
    return Options.Capture.FULL;
  }

  /** Whether the second of two words was given; the first is the default. */
  private boolean chose(OptionKey option, String usual, String other) {
    GivenOption from = given.get(option);
    if (from == null) {
      return false;
    }
    String value = from.values().get(0);
    if (!value.equals(usual) && !value.equals(other)) {
      wrong(from, value, "", defaultApplies(option));
    }
    return value.equals(other);
  }

  private boolean flag(OptionKey option) {
    GivenOption from = given.get(option);
    if (from == null) {
      return false;
    }
    String value = from.values().get(from.values().size() - 1);
    boolean yes = value.equals("true") || value.equals("1");
    if (!yes && !value.equals("false") && !value.equals("0")) {
      wrong(from, value, "", defaultApplies(option));
    }
    return yes;
  }

  private static String defaultApplies(OptionKey option) {
    return "default " + option.byDefault + " applies";
  }

  private void wrong(GivenOption from, String value, String what, String consequence) {
    problems.add(
        from.where(value)
            + ": "
            + what
            + "expected "
            + from.option().expected()
            + "; "
            + consequence);
  }

  /** Whether it is not empty and without the character 0, which no path can have. */
  private static boolean isText(String value) {
    return !value.isEmpty() && value.indexOf('\0') < 0;
  }

  private static void addOnce(List<String> values, String value) {
    if (!values.contains(value)) {
      values.add(value);
    }
  }
}
