package io.ttalloc.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The parsed command line.
 *
 * @param command the command to run
 * @param count the number of iterations of {@code mesh}, or of runs of {@code accumulate}
 * @param clearCache whether the program cache is cleared before the mesh is closed
 * @param fault the fault named by {@code demo faults NAME}; null for every other command
 * @param faultOptions the arguments after the name of the fault
 */
record DemoArguments(
    Command command,
    int count,
    boolean clearCache,
    @Nullable NamedFault fault,
    List<String> faultOptions) {
  /** The commands: the scenarios, and those that only print information. */
  enum Command {
    MESH,
    ACCUMULATE,
    FAULTS,
    LIST_FAULTS,
    HELP
  }

  static final String USAGE =
      """
      usage: demo [mesh] [--iterations N] [--clear-cache]
             demo accumulate --runs N [--clear-cache]
             demo faults NAME [--clear-cache] [--cleaner]
             demo faults --list
      """;

  private static final String EXPECTED =
      "expected mesh [--iterations N] [--clear-cache], accumulate --runs N [--clear-cache],"
          + " faults NAME or faults --list";

  DemoArguments(Command command, int count, boolean clearCache) {
    this(command, count, clearCache, null, List.of());
  }

  /** Parses the arguments; the default command is {@code mesh}. */
  static DemoArguments parse(String[] args) throws UsageException {
    int next = 0;
    Command command = Command.MESH;
    if (args.length > 0 && !args[0].startsWith("--")) {
      command = command(args[0]);
      next = 1;
    }
    if (command == Command.FAULTS) {
      return fault(List.of(args).subList(1, args.length));
    }
    String countOption = command == Command.ACCUMULATE ? "--runs" : "--iterations";
    int count = 0;
    boolean clearCache = false;
    while (next < args.length) {
      String option = args[next++];
      if (option.equals("--help")) {
        return new DemoArguments(Command.HELP, 1, false);
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
    return new DemoArguments(command, Math.max(count, 1), clearCache);
  }

  private static Command command(String scenario) throws UsageException {
    return switch (scenario) {
      case "mesh" -> Command.MESH;
      case "accumulate" -> Command.ACCUMULATE;
      case "faults" -> Command.FAULTS;
      case "help" -> Command.HELP;
      default -> throw new UsageException(unknown("scenario", scenario));
    };
  }

  private static DemoArguments fault(List<String> args) throws UsageException {
    if (args.contains("--help")) {
      return new DemoArguments(Command.HELP, 1, false);
    }
    if (args.equals(List.of("--list"))) {
      return new DemoArguments(Command.LIST_FAULTS, 1, false);
    }
    String name = args.isEmpty() ? "" : args.get(0);
    NamedFault fault = NamedFault.named(name);
    if (fault == null) {
      String found = args.isEmpty() ? "faults needs a name" : "unknown fault '" + name + "'";
      List<String> names = new ArrayList<>();
      for (NamedFault known : NamedFault.values()) {
        names.add(known.commandName());
      }
      throw new UsageException(
          "demo: %s; expected --list or one of %s; nothing was run"
              .formatted(found, String.join(", ", names)));
    }
    List<String> options = args.subList(1, args.size());
    for (String option : options) {
      String known = fault.option();
      if (!option.equals(known)) {
        throw new UsageException(
            "demo: unknown argument of faults %s '%s'; expected %s; nothing was run"
                .formatted(name, option, known == null ? "none" : known));
      }
    }
    return new DemoArguments(Command.FAULTS, 1, false, fault, List.copyOf(options));
  }

  private static int number(String option, String text) throws UsageException {
    try {
      int number = Integer.parseInt(text);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new UsageException(
        "demo: %s %s: expected a number of 1 or more; nothing was run".formatted(option, text));
  }

  private static String unknown(String what, String text) {
    return "demo: unknown %s '%s'; %s; nothing was run".formatted(what, text, EXPECTED);
  }
}
