package io.ttalloc.benchmarks;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for. Immutable.
 *
 * @param quick only show that all runs
 * @param hooks measure open and close
 * @param process measure whole processes
 * @param watching measure what it costs to watch
 * @param out the folder that gets the papers; null = docs, for a quick run the build's own
 */
record BenchmarkArguments(
    boolean quick, boolean hooks, boolean process, boolean watching, @Nullable Path out) {
  private static final String HOOKS = "hooks";
  private static final String PROCESS = "process";
  private static final String WATCHING = "watching";
  private static final List<String> PARTS = List.of(HOOKS, PROCESS, WATCHING);

  static final String USAGE =
      """
      usage: java -jar tt-alloc-benchmarks.jar [--quick] [--only hooks|process|watching] [--out FOLDER]
        --quick   a few samples of each, to see that all runs; the papers go to the build's folder
        --only    one part of the measurements; the papers go to the build's folder
        --out     where benchmarks.json and benchmarks.md go; docs if not given""";

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException with one sentence about what is wrong
   */
  static BenchmarkArguments parse(String[] args) {
    boolean quick = false;
    String only = "";
    Path out = null;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--quick" -> quick = true;
        case "--only" -> {
          only = valueOf(args, i++);
          if (!PARTS.contains(only)) {
            throw new IllegalArgumentException(
                "--only is '" + only + "', expected one of " + PARTS + "; nothing was measured");
          }
        }
        case "--out" -> out = Path.of(valueOf(args, i++));
        default ->
            throw new IllegalArgumentException(
                "unknown argument '" + args[i] + "'; nothing was measured");
      }
    }
    return new BenchmarkArguments(
        quick, isPart(only, HOOKS), isPart(only, PROCESS), isPart(only, WATCHING), out);
  }

  private static boolean isPart(String only, String part) {
    return only.isEmpty() || only.equals(part);
  }

  private static String valueOf(String[] args, int option) {
    if (option + 1 == args.length) {
      throw new IllegalArgumentException(args[option] + " needs a value; nothing was measured");
    }
    return args[option + 1];
  }

  /** Whether the papers may take the place of those that are kept. */
  boolean isComplete() {
    return !quick && hooks && process && watching;
  }
}
