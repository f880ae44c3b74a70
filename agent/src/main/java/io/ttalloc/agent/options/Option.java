package io.ttalloc.agent.options;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.text.TimeSpan;
import org.jspecify.annotations.Nullable;

/**
 * The table of options. The parser, the variables, the help text and the messages are derived from
 * it, and a test compares the table in docs/getting-started.md with it.
 *
 * <p>The form of a value determines how it is read: a form that ends in {@code ,...} is a list, one
 * with {@code |} lists the allowed words, and an empty one is a flag.
 */
enum Option {
  RULES("rules", "FILE,...", "none", "rules from YAML files", "names of rule files"),
  PACKS(
      "packs",
      "NAME,...",
      "auto if neither rules nor track is given",
      "rules that ship with the agent; auto: all of them",
      "names of packs, or auto"),
  TRACK(
      "track",
      "CLASSES,...",
      "none",
      "AutoCloseable classes to track without a rule: names, or patterns such as com.acme.* or com.acme.**",
      ClassPattern.SYNTAX),
  EXCLUDE(
      "exclude",
      "CLASSES,...",
      "none",
      "classes that track skips, with all subtypes: names, or patterns such as com.acme.* or com.acme.**",
      ClassPattern.SYNTAX),
  DUMP(
      "dump",
      "WHERE,...",
      "stderr",
      "where the dump at exit goes: stderr, or files ("
          + Option.SUFFIXES
          + "); %p in a file name stands for the process id",
      "stderr or the name of a file that ends in one of " + Option.SUFFIXES),
  TEXT(
      "text",
      "short|full",
      "short",
      "how much the text report contains: what fits on a screen, or everything; other formats always contain everything"),
  DIR(
      "dir",
      "FOLDER",
      "tt-alloc-USER in shared memory or /tmp",
      "where the ledgers go",
      "a folder"),
  HOLDERS(
      "holders",
      "auto|true|false",
      "auto",
      "examine the heap at exit to find what keeps open resources reachable; true: always; auto: only if a verdict depends on the heap, no signal ends the process, and either the heap in use is small or only the heap shows what a holder contains"),
  CAPTURE(
      "capture",
      "full|none",
      "full",
      "what to record of each opening: the full stack, or no stack"),
  COMMAND(
      "command",
      "main|full",
      "main",
      "how much of the command line is recorded: the main class or jar and the names of flags,"
          + " or all of it"),
  LABELS(
      "labels",
      "on|off",
      "on",
      "whether to record labels of resources, such as paths, URLs and addresses; off: labels are neither read nor recorded"),
  TRACE_IDS(
      "trace-ids",
      "on|off",
      "off",
      "add the opening thread's OpenTelemetry trace and span to the labels of resources"),
  SUPPRESS(
      "suppress",
      "FILE,...",
      "none",
      "findings that are not leaks, each with a reason, from YAML files",
      "names of suppression files"),
  BASELINE(
      "baseline",
      "FILE.json",
      "none",
      "an earlier report: findings in it are KNOWN, others NEW",
      "the name of a JSON report"),
  FAIL_ON(
      "fail-on",
      "leak|own|undecided|never,...",
      "never",
      "exit with 23 instead of the program's own status if there is a leak that is not in the"
          + " baseline, and with 24 if the run cannot be judged; own: only leaks that can be"
          + " fixed in your code; undecided: also exit with 24 if a finding is undecided"),
  APP(
      "app",
      "CLASSES,...",
      "by the origin of each class",
      "your own code: names of classes, or patterns such as com.acme.* or com.acme.**",
      ClassPattern.SYNTAX),
  LIBRARY(
      "library",
      "CLASSES,...",
      "by the origin of each class",
      "code that is not yours: names of classes, or patterns such as org.lib.* or org.lib.**",
      ClassPattern.SYNTAX),
  OLDER_THAN(
      "older-than",
      "DURATION",
      "no limit",
      "how long a resource may be open, such as 30s or 2h, before reports on the running process"
          + " call it OVERDUE; a rule may set its own limit",
      TimeSpan.SYNTAX),
  VERBOSE("verbose", "", "false", "print what the agent does"),
  HELP("help", "", "false", "print this text");

  /** The suffixes of the report formats, whose classes are not loaded until there is a report. */
  static final String SUFFIXES =
      ".txt, .json, .collapsed, .speedscope.json, .pb.gz, .html, .hlog, .jfr, .md, .sarif, .junit.xml";

  /** The prefix of the names of variables. */
  static final String VARIABLE_PREFIX = "TT_ALLOC_";

  private static final String LIST = ",...";

  final String key;
  final String variable;
  final String byDefault;
  private final String form;
  private final String about;
  private final @Nullable String expected;

  /**
   * Creates an option for which the form alone shows which values are expected: one of several
   * words, or none.
   */
  Option(String key, String form, String byDefault, String about) {
    this(key, form, byDefault, about, null);
  }

  Option(String key, String form, String byDefault, String about, @Nullable String expected) {
    this.key = key;
    this.variable = VARIABLE_PREFIX + upperCase(key);
    this.form = form;
    this.byDefault = byDefault;
    this.about = about;
    this.expected = expected;
  }

  /** Converts a key to upper case, with underscores. Needs no locale, and loads none. */
  private static String upperCase(String key) {
    char[] name = key.toCharArray();
    for (int i = 0; i < name.length; i++) {
      name[i] = name[i] == '-' ? '_' : (char) (name[i] - 'a' + 'A');
    }
    return new String(name);
  }

  /**
   * Whether the option takes several values; a token without {@code =} adds to the preceding list.
   */
  boolean isList() {
    return form.endsWith(LIST);
  }

  /** Whether the option is true if its key is given without a value. */
  boolean isFlag() {
    return form.isEmpty();
  }

  /** Whether a value is one of the words in the form. */
  boolean hasWord(String value) {
    return value.indexOf('|') < 0 && ("|" + words() + "|").contains("|" + value + "|");
  }

  /** The form without the suffix that marks a list. */
  private String words() {
    return isList() ? form.substring(0, form.length() - LIST.length()) : form;
  }

  /** The option as it is written in the agent argument. */
  String usage() {
    return isFlag() ? key : key + "=" + form;
  }

  /** The values that are allowed, for a message. */
  String expected() {
    if (expected != null) {
      return expected;
    }
    if (isFlag()) {
      return "true or false";
    }
    String words = words();
    int last = words.lastIndexOf('|');
    return words.substring(0, last).replace("|", ", ") + " or " + words.substring(last + 1);
  }

  static String helpText() {
    StringBuilder text =
        new StringBuilder(
            """
            tt-alloc reports at exit what the program did not close, and who opened it.
            To switch it on: TT_ALLOC_TRACKING_ENABLED=1 and -javaagent:tt-alloc-agent.jar[=OPTION,...]
            Each option is also an environment variable; where both are given, the agent argument wins.
            """);
    for (Option option : values()) {
      text.append("\n  ")
          .append(option.usage())
          .append("  (")
          .append(option.variable)
          .append(")\n");
      text.append("      ").append(option.about);
      text.append("; default: ").append(option.byDefault).append('\n');
    }
    return text.toString();
  }
}
