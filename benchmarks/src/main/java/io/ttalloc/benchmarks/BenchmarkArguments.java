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
        --quick   a few samples of each, to see that all runs; the papers go to the build's folder
        --only    parts of the measurements; the papers go to the build's folder
                  %s
        --java    the JDK that runs what is measured as a process of its own
        --agent   another agent's jar
        --out     where benchmarks.json and benchmarks.md go, which keep what this run does not
                  measure; docs/measurements if not given"""
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
            "--only has '" + part + "', expected of " + ALL + "; nothing was measured");
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
