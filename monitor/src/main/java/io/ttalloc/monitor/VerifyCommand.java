package io.ttalloc.monitor;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.analysis.wording.ShellWords;
import io.ttalloc.ledger.files.Retention;
import io.ttalloc.monitor.Verification.Judged;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code verify}: runs a command, and with it every JVM that it starts, under the
 * agent, and judges what they left open.
 *
 * <p>The agent is added by {@code JAVA_TOOL_OPTIONS}, which every JVM reads; the ledgers go to a
 * directory of their own, in which even clean ones are kept. Exit status: 23 if there is a leak
 * that is neither in the baseline nor suppressed; otherwise 24 if that is unknown, because no JVM
 * was tracked, or one was killed, still runs, was not tracked completely or lost its ledger;
 * otherwise 1 if the command itself failed; otherwise 0.
 */
@Command(
    name = "verify",
    description = "Runs a command under the agent and fails if anything that it started leaks.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:nothing leaks, and the command ended with 0",
      "1:no leak, but the command failed or could not be started, or a file that you named is wrong",
      "23:a leak that is neither in the baseline nor suppressed",
      "24:no judgement: no JVM was tracked, or one was killed, still runs, lost its ledger or was"
          + " not tracked completely"
    })
@SuppressWarnings("NullAway.Init") // picocli sets what is marked before it runs the command
final class VerifyCommand implements Callable<Integer> {

  private static final int LEAKS = 23;
  private static final int NO_JUDGEMENT = 24;
  private static final long PATIENCE_NANOS = 5_000_000_000L;
  private static final long STEP_MILLIS = 50;

  private final InstallFolder home;

  @Spec private CommandSpec spec;

  @Option(
      names = "--suppress",
      paramLabel = "FILE",
      split = ",",
      description = "Suppression files; what TT_ALLOC_SUPPRESS names if not given.")
  private @Nullable List<Path> suppress;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "A report in JSON, whose leaks do not fail; what TT_ALLOC_BASELINE names if not given.")
  private @Nullable Path baseline;

  @Parameters(
      arity = "1..*",
      paramLabel = "-- CMD [ARGS...]",
      description = "The command to run and its own arguments.")
  private List<String> command;

  private VerifyCommand(InstallFolder home) {
    this.home = home;
  }

  /** The subcommand for picocli, which leaves the arguments of CMD alone. */
  static CommandLine asSubcommand(InstallFolder home) {
    return new CommandLine(new VerifyCommand(home)).setStopAtPositional(true);
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    List<Path> suppressions = suppress == null ? named("TT_ALLOC_SUPPRESS") : suppress;
    List<Path> baselines = baseline == null ? named("TT_ALLOC_BASELINE") : List.of(baseline);
    Path known = baselines.isEmpty() ? null : baselines.get(0);
    AnalysisOptions options = DecisionFiles.read(suppressions, known);
    Path directory = Files.createTempDirectory("tt-alloc-verify-");
    Files.createFile(directory.resolve(Retention.KEEP_ALL));
    ProcessBuilder child = new ProcessBuilder(command);
    prepare(child.environment(), directory, suppressions, known);
    boolean keep = false;
    try {
      int status = ChildProcess.run(child);
      Verification verification = judge(directory, options);
      keep = !verification.leaking().isEmpty() || !verification.unjudged().isEmpty();
      return tell(verification, status);
    } finally {
      if (!keep) {
        delete(directory);
      }
    }
  }

  private void prepare(
      Map<String, String> environment,
      Path directory,
      List<Path> suppressions,
      @Nullable Path known) {
    String agent = "-javaagent:" + home.agentJar().toAbsolutePath();
    String quoted = agent.indexOf(' ') < 0 ? agent : "\"" + agent + "\"";
    String before = environment.get("JAVA_TOOL_OPTIONS");
    environment.put(
        "JAVA_TOOL_OPTIONS", before == null || before.isBlank() ? quoted : before + " " + quoted);
    environment.put("TT_ALLOC_TRACKING_ENABLED", "1");
    environment.put("TT_ALLOC_DIR", directory.toString());
    if (!suppressions.isEmpty()) {
      List<String> files = new ArrayList<>();
      for (Path file : suppressions) {
        files.add(file.toAbsolutePath().toString());
      }
      environment.put("TT_ALLOC_SUPPRESS", String.join(",", files));
    }
    if (known != null) {
      environment.put("TT_ALLOC_BASELINE", known.toAbsolutePath().toString());
    }
  }

  /** Judges the ledgers; waits a few seconds for JVMs that outlive the command. */
  private static Verification judge(Path directory, AnalysisOptions options)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    Verification verification = Verification.of(directory, options);
    while (verification.isRunning() && System.nanoTime() - deadline < 0) {
      Thread.sleep(STEP_MILLIS);
      verification = Verification.of(directory, options);
    }
    if (!Retention.keepsAll(directory)) {
      throw new CommandFailure(
          "no judgement: %s was removed, expected the ledgers of what the command started there"
              .formatted(directory),
          NO_JUDGEMENT);
    }
    return verification;
  }

  private int tell(Verification verification, int status) {
    PrintWriter out = spec.commandLine().getOut();
    List<Judged> leaking = verification.leaking();
    String ended = status == 0 ? "" : "; the command ended with status " + status;
    if (!leaking.isEmpty()) {
      out.printf(
          "tt-alloc: verify failed: %s in %d of %s%s%n",
          Numbers.counted(verification.failures(), "leak"),
          leaking.size(),
          verification.totals(),
          ended);
      for (Judged one : leaking) {
        String leaks = Numbers.counted(one.report().failures(), "leak");
        out.printf("  %s: %s; ./tt-alloc dump %s%n", one.name(), leaks, quoted(one.ledger()));
      }
      out.flush();
      return LEAKS;
    }
    if (verification.isEmpty()) {
      throw new CommandFailure(
          "no JVM was tracked: '%s' started none, or none that loads a class that a rule names%s"
              .formatted(command.get(0), ended),
          NO_JUDGEMENT);
    }
    List<String> unjudged = verification.unjudged();
    if (!unjudged.isEmpty()) {
      throw new CommandFailure(
          "%d of %s could not be judged: %s%s"
              .formatted(unjudged.size(), verification.jvms(), unjudged.get(0), ended),
          NO_JUDGEMENT);
    }
    if (status != 0) {
      throw new CommandFailure(
          "no leak, but the command ended with status %d: %s"
              .formatted(status, verification.totals()));
    }
    out.printf("tt-alloc: verify passed. %s%n", verification.totals());
    out.flush();
    return 0;
  }

  /** The path as a shell reads it. */
  private static String quoted(Path file) {
    return ShellWords.quoted(file.toString());
  }

  /** The files that a variable names. */
  private static List<Path> named(String variable) {
    List<Path> files = new ArrayList<>();
    String value = System.getenv(variable);
    for (String name : value == null ? new String[0] : value.split(",", -1)) {
      if (!name.isBlank()) {
        files.add(UserPathConverter.of(name.strip()));
      }
    }
    return files;
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
