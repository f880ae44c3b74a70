package io.ttalloc.agent.options;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.TimeSpan;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import java.util.ArrayList;
import java.util.List;

/** The table of options, from which the parser and the help text are made. */
enum OptionKey {
  RULES("rules", Kind.LIST, "FILE,...", "names of rule files", "none", "rules from YAML files"),
  PACKS(
      "packs",
      Kind.LIST,
      "NAME,...",
      "names of packs, or auto",
      "tt-runtime if no rules are given",
      "rules that ship with the agent; auto: those whose classes are loaded"),
  TRACK(
      "track",
      Kind.LIST,
      "CLASSES,...",
      ClassPattern.SYNTAX,
      "none",
      "track every AutoCloseable class of these without a rule: classes, com.acme.* or com.acme.**"),
  EXCLUDE(
      "exclude",
      Kind.LIST,
      "CLASSES,...",
      ClassPattern.SYNTAX,
      "none",
      "what track leaves out, with all subtypes: classes, com.acme.* or com.acme.**"),
  DUMP(
      "dump",
      Kind.LIST,
      "WHERE,...",
      "stderr or the name of a file that ends in {suffixes}",
      "stderr",
      "where the dump at exit goes: stderr, or files ({suffixes}) with %p for the process id"),
  DIR(
      "dir",
      Kind.ONE,
      "FOLDER",
      "a folder",
      "tt-alloc-USER in shared memory or /tmp",
      "where the ledgers go"),
  GC_AT_EXIT(
      "gc-at-exit",
      Kind.ONE,
      "auto|true|false",
      "auto, true or false",
      "auto",
      "collect garbage before the dump; auto: if something is open and the heap in use is small"),
  HOLDERS(
      "holders",
      Kind.ONE,
      "auto|true|false",
      "auto, true or false",
      "auto",
      "ask the heap at exit what keeps open resources reachable; auto: if a verdict depends on it and the heap in use is small, or nothing else tells what a holder has"),
  EXIT_LIMIT(
      "exit-limit",
      Kind.ONE,
      "SECONDS",
      "a number from 1 to 3600",
      "60",
      "abandon the dump at exit when it has made no progress for so long"),
  CAPTURE(
      "capture",
      Kind.ONE,
      "full|none",
      "full or none",
      "full",
      "what is remembered of each opening: the full stack, or no stack"),
  COMMAND(
      "command",
      Kind.ONE,
      "main|full",
      "main or full",
      "main",
      "how much of the command line ledger and reports show: the main class or jar and names of flags, or all of it"),
  LABELS(
      "labels",
      Kind.ONE,
      "on|off",
      "on or off",
      "on",
      "what resources are of, such as paths, URLs and addresses; off: no label of a rule is read or recorded"),
  SUPPRESS(
      "suppress",
      Kind.LIST,
      "FILE,...",
      "names of suppression files",
      "none",
      "findings that are no leaks, each with a reason, from YAML files"),
  BASELINE(
      "baseline",
      Kind.ONE,
      "FILE.json",
      "the name of a report in JSON",
      "none",
      "an earlier report: findings that are in it are KNOWN, others NEW"),
  FAIL_ON(
      "fail-on",
      Kind.ONE,
      "leak",
      "leak or never",
      "never",
      "end with 23 instead of the program's own status if there is a leak that is not in the baseline, and with 24 if that cannot be known"),
  APP(
      "app",
      Kind.LIST,
      "CLASSES,...",
      ClassPattern.SYNTAX,
      "where classes come from",
      "your own code: classes, com.acme.* or com.acme.**"),
  LIBRARY(
      "library",
      Kind.LIST,
      "CLASSES,...",
      ClassPattern.SYNTAX,
      "where classes come from",
      "code that is not yours: classes, com.acme.* or com.acme.**"),
  OLDER_THAN(
      "older-than",
      Kind.ONE,
      "DURATION",
      TimeSpan.SYNTAX,
      "no limit",
      "how long a resource may be open, such as 30s or 2h, before reports on the running process call it OVERDUE; a rule may say another time"),
  VERBOSE("verbose", Kind.FLAG, "", "true or false", "false", "print what the agent does"),
  HELP("help", Kind.FLAG, "", "true or false", "false", "print this text");

  /** How an option takes its value. */
  enum Kind {
    /** One or more values; a token without {@code =} adds to the list before it. */
    LIST,
    /** One value. */
    ONE,
    /** True when the key stands alone. */
    FLAG
  }

  static final int LEAST_SECONDS = 1;
  static final int MOST_SECONDS = 3_600;
  static final int DEFAULT_SECONDS = 60;

  private static final String VARIABLE_PREFIX = "TT_ALLOC_";

  /** Variables with the prefix that are not options. */
  static final List<String> OTHER_VARIABLES =
      List.of("TT_ALLOC_TRACKING_ENABLED", "TT_ALLOC_TEST_JDKS");

  final String key;
  final Kind kind;
  final String byDefault;
  private final String expected;
  private final String form;
  private final String about;

  OptionKey(String key, Kind kind, String form, String expected, String byDefault, String about) {
    this.key = key;
    this.kind = kind;
    this.form = form;
    this.expected = expected;
    this.byDefault = byDefault;
    this.about = about;
  }

  /** What a value must be, for a message. */
  String expected() {
    return withSuffixes(expected, " or ");
  }

  /** Not part of the constants, since report formats are loaded only when they are needed. */
  private static String withSuffixes(String text, String last) {
    if (!text.contains("{suffixes}")) {
      return text;
    }
    List<String> all = new ArrayList<>();
    for (ReportFormat format : ReportFormats.all()) {
      all.add(format.suffix());
    }
    String end = last + all.remove(all.size() - 1);
    return text.replace("{suffixes}", String.join(", ", all) + end);
  }

  /** The variable of an option, by its key. */
  static String variable(String key) {
    StringBuilder name = new StringBuilder(VARIABLE_PREFIX);
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      name.append(c == '-' ? '_' : (char) (c - 'a' + 'A'));
    }
    return name.toString();
  }

  /** Whether a variable has the prefix of the options. */
  static boolean isOurs(String variable) {
    return variable.startsWith(VARIABLE_PREFIX);
  }

  static List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (OptionKey option : values()) {
      keys.add(option.key);
    }
    return keys;
  }

  /** As it is written in the agent argument. */
  String usage() {
    return kind == Kind.FLAG ? key : key + "=" + form;
  }

  static String helpText() {
    StringBuilder text =
        new StringBuilder(
            """
            tt-alloc reports at exit what the program did not close, and who opened it.
            On: TT_ALLOC_TRACKING_ENABLED=1 and -javaagent:tt-alloc-agent.jar[=OPTION,...]
            Each option is also a variable; where both are given, the agent argument wins.
            """);
    for (OptionKey option : values()) {
      text.append("\n  ")
          .append(option.usage())
          .append("  (")
          .append(variable(option.key))
          .append(")\n");
      text.append("      ").append(withSuffixes(option.about, ", "));
      text.append("; default: ").append(option.byDefault).append('\n');
    }
    return text.toString();
  }
}
