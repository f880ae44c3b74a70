package io.ttalloc.benchmarks;

import io.ttalloc.benchmarks.process.ProcessRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of the command line. Immutable.
 *
 * @param quick whether to take only a few samples, to show that everything runs
 * @param parts the parts to measure
 * @param java the home of the JDK that runs the measured processes; null = this JDK
 * @param agent the agent's jar to measure; null = the jar that was built
 * @param out the folder for the result files; null = docs/measurements for a complete run,
 *     otherwise the build folder
 */
record BenchmarkArguments(
    boolean quick,
    List<String> parts,
    @Nullable Path java,
    @Nullable Path agent,
    @Nullable Path out) {
  static final String HOOKS = "hooks";
  static final String WATCHING = "watching";
  static final String LEDGERS = "ledgers";
  private static final List<String> ALL = all();

  static final String USAGE =
      """
      usage: java -jar tt-alloc-benchmarks.jar [--quick] [--only PART,...] [--java HOME] [--agent JAR] [--out FOLDER]
        --quick   takes only a few samples, to check that everything runs
        --only    the parts to measure, by default all:
                  %s
        --java    the JDK for all parts except hooks, watching and ledgers
        --agent   the agent's jar to measure, by default the one that was built
        --out     the folder for benchmarks.json and benchmarks.md; figures there that this run
                  does not measure are kept. By default, docs/measurements for a run with no
                  other option; otherwise the build folder, where nothing is kept"""
          .formatted(String.join(" ", ALL));

  private static List<String> all() {
    List<String> all = new ArrayList<>(List.of(HOOKS));
    all.addAll(ProcessRuns.PARTS);
    all.add(WATCHING);
    all.add(LEDGERS);
    return List.copyOf(all);
  }

  /**
   * Parses the arguments.
   *
   * @throws IllegalArgumentException with one sentence that describes the problem
   */
  static BenchmarkArguments parse(String[] args) {
    boolean quick = false;
    List<String> parts = ALL;
    Path java = null;
    Path agent = null;
    Path out = null;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--quick" -> quick = true;
        case "--only" -> parts = parts(valueOf(args, i++));
        case "--java" -> java = Path.of(valueOf(args, i++)).toAbsolutePath();
        case "--agent" -> agent = Path.of(valueOf(args, i++)).toAbsolutePath();
        case "--out" -> out = Path.of(valueOf(args, i++));
        default ->
            throw new IllegalArgumentException(
                "unknown argument '" + args[i] + "'; nothing was measured");
      }
    }
    return new BenchmarkArguments(quick, parts, java, agent, out);
  }

  private static List<String> parts(String only) {
    List<String> parts = List.of(only.split(",", -1));
    for (String part : parts) {
      if (!ALL.contains(part)) {
        throw new IllegalArgumentException(
            "--only has '" + part + "', expected some of " + ALL + "; nothing was measured");
      }
    }
    return parts;
  }

  private static String valueOf(String[] args, int option) {
    if (option + 1 == args.length) {
      throw new IllegalArgumentException(args[option] + " needs a value; nothing was measured");
    }
    return args[option + 1];
  }

  /**
   * Whether the run measures everything, with the default JDK and agent, so that its result files
   * may replace the checked-in files.
   */
  boolean isComplete() {
    return !quick && parts.equals(ALL) && java == null && agent == null;
  }
}
