package io.ttalloc.demo;

import java.util.Locale;

/**
 * What was asked for on the command line.
 *
 * @param command the scenario
 * @param count iterations of {@code mesh}, runs of {@code accumulate}
 * @param clearCache whether the program cache is cleared before the mesh is closed
 */
record Arguments(Command command, int count, boolean clearCache) {
  /** The scenarios. */
  enum Command {
    MESH,
    ACCUMULATE,
    HELP
  }

  static final String USAGE =
      """
      usage: demo [mesh] [--iterations N] [--clear-cache]
             demo accumulate --runs N [--clear-cache]
      """;

  private static final String EXPECTED =
      "expected mesh [--iterations N] [--clear-cache] or accumulate --runs N [--clear-cache]";

  /** Reads the arguments; none means {@code mesh}. */
  static Arguments parse(String[] args) throws UsageException {
    int next = 0;
    Command command = Command.MESH;
    if (args.length > 0 && !args[0].startsWith("--")) {
      command =
          switch (args[0]) {
            case "mesh" -> Command.MESH;
            case "accumulate" -> Command.ACCUMULATE;
            case "help" -> Command.HELP;
            default -> throw new UsageException(unknown("scenario", args[0]));
          };
      next = 1;
    }
    String countOption = command == Command.ACCUMULATE ? "--runs" : "--iterations";
    int count = 0;
    boolean clearCache = false;
    while (next < args.length) {
      String option = args[next++];
      if (option.equals("--help")) {
        return new Arguments(Command.HELP, 1, false);
      } else if (option.equals("--clear-cache")) {
        clearCache = true;
      } else if (option.equals(countOption)) {
        if (next == args.length) {
          throw new UsageException(
              "demo: " + option + " needs a number of 1 or more; nothing was run");
        }
        count = number(option, args[next++]);
      } else {
        throw new UsageException(
            unknown("argument of " + command.name().toLowerCase(Locale.ROOT), option));
      }
    }
    if (command == Command.ACCUMULATE && count == 0) {
      throw new UsageException("demo: accumulate needs --runs N; nothing was run");
    }
    return new Arguments(command, Math.max(count, 1), clearCache);
  }

  private static int number(String option, String text) throws UsageException {
    try {
      int number = Integer.parseInt(text);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, with what was expected.
    }
    throw new UsageException(
        "demo: %s %s: expected a number of 1 or more; nothing was run".formatted(option, text));
  }

  private static String unknown(String what, String text) {
    return "demo: unknown %s '%s'; %s; nothing was run".formatted(what, text, EXPECTED);
  }
}
