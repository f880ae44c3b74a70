package io.ttalloc.cli;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.dump.PolicyOptions;
import io.ttalloc.cli.dump.ReportOutput;
import io.ttalloc.cli.dump.Verification;
import io.ttalloc.cli.dump.Verification.Judged;
import io.ttalloc.ledger.files.Retention;
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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code verify}: runs a command, and every JVM that it starts, under the agent and
 * judges the resources that these JVMs left open.
 *
 * <p>The agent is added through {@code JAVA_TOOL_OPTIONS}, which every JVM reads. The ledgers are
 * written to a separate directory, in which even ledgers without leaks are kept. The exit status is
 * 23 if there is a leak that is neither in the baseline nor suppressed. Otherwise it is 24 if it is
 * unknown whether there is such a leak, because no JVM was tracked, or because a JVM was killed, is
 * still running, was not tracked completely, lost its ledger, or has findings that remain
 * undecided. Otherwise it is 1 if the command itself failed, or else 0.
 */
@Command(
    name = "verify",
    description = {
      "Runs a command with the agent in every JVM that it starts; fails if any of these JVMs leaks.",
      "",
      "The command and its arguments follow --. The environment variables TT_ALLOC_RULES,"
          + " TT_ALLOC_PACKS and TT_ALLOC_TRACK determine what is tracked; without them,"
          + " everything that the packs cover is tracked."
    },
    footerHeading = HelpText.EXAMPLES,
    footer = {
      "  tt-alloc verify -- java -jar app.jar",
      "  tt-alloc verify --suppress known.yaml -- mvn test",
      "  tt-alloc verify --baseline last.json -- ./run.sh",
      "  tt-alloc verify -o leaks.html,leaks.json -- mvn test"
    },
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {
      "0:nothing leaks, and the command ended with status 0",
      "1:no leak, but the command failed or could not be started, or a file that you named cannot be used",
      "23:a leak that is neither in the baseline nor suppressed",
      "24:no judgement: no JVM was tracked, or one was killed, is still running, lost its ledger,"
          + " was not tracked completely or has undecided entries"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the annotated fields before it runs the command
final class VerifyCommand implements Callable<Integer> {

  private static final long PATIENCE_NANOS = 5_000_000_000L;
  private static final long STEP_MILLIS = 50;

  private final InstallFolder home;

  @Spec private CommandSpec spec;

  @Mixin private PolicyOptions policy;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      split = ",",
      description =
          "The files to write the report on all JVMs to; the suffix of each determines its"
              + " format.")
  private List<Path> output = List.of();

  @Parameters(
      arity = "1..*",
      paramLabel = "-- CMD [ARGS...]",
      description = "The command to run and its arguments.")
  private List<String> command;

  private VerifyCommand(InstallFolder home) {
    this.home = home;
  }

  /** Returns the picocli subcommand, which does not interpret the arguments of CMD. */
  static CommandLine asSubcommand(InstallFolder home) {
    return new CommandLine(new VerifyCommand(home)).setStopAtPositional(true);
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    AnalysisOptions options = policy.read("nothing was run").typed(LauncherCommand.ofThisProcess());
    for (Path file : output) {
      ReportOutput.format(file);
    }
    Path directory = Files.createTempDirectory("tt-alloc-verify-");
    Files.createFile(directory.resolve(Retention.KEEP_ALL));
    ProcessBuilder child = new ProcessBuilder(command);
    prepare(child.environment(), directory);
    boolean keep = false;
    try {
      int status = ChildProcess.run(child);
      Verification verification = judge(directory, options);
      keep = !verification.leaking().isEmpty() || !verification.unjudged().isEmpty();
      for (Path file : verification.judged().isEmpty() ? List.<Path>of() : output) {
        ReportFormat format = ReportOutput.format(file);
        ReportOutput.write(file, out -> format.write(verification.report(), out));
      }
      return tell(verification, status);
    } finally {
      if (!keep) {
        delete(directory);
      }
    }
  }

  private void prepare(Map<String, String> environment, Path directory) {
    List<Path> suppressions = policy.suppressions();
    Path known = policy.baselineFile();
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

  /** Judges the ledgers; first waits a few seconds for JVMs that outlive the command. */
  private static Verification judge(Path directory, AnalysisOptions options)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    Verification verification = Verification.of(List.of(directory), options);
    while (verification.isRunning() && System.nanoTime() - deadline < 0) {
      Thread.sleep(STEP_MILLIS);
      verification = Verification.of(List.of(directory), options);
    }
    if (!Retention.keepsAll(directory)) {
      throw new CommandFailure(
          "no judgement: the folder %s was removed, expected it to contain the command's ledgers"
              .formatted(directory),
          PolicyOptions.NO_JUDGEMENT);
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
          verification.leaks(), leaking.size(), verification.totals(), ended);
      for (Judged one : leaking) {
        out.printf("  %s: %s; %s%n", one.name(), one.leaks(), one.dump());
      }
      out.flush();
      return PolicyOptions.LEAK;
    }
    if (verification.isEmpty()) {
      throw new CommandFailure(
          ("no JVM was tracked: '%s' started none, or none loaded a class that a rule names"
                  + " (TT_ALLOC_RULES, TT_ALLOC_PACKS and TT_ALLOC_TRACK select the rules)%s")
              .formatted(command.get(0), ended),
          PolicyOptions.NO_JUDGEMENT);
    }
    List<String> unjudged = verification.unjudged();
    if (!unjudged.isEmpty()) {
      throw new CommandFailure(
          "%d of %s could not be judged: %s%s"
              .formatted(unjudged.size(), verification.jvms(), unjudged.get(0), ended),
          PolicyOptions.NO_JUDGEMENT);
    }
    if (status != 0) {
      throw new CommandFailure(
          "no leak, but the command ended with status %d; %s"
              .formatted(status, verification.totals()));
    }
    out.printf("tt-alloc: verify passed. %s%n", verification.totals());
    out.flush();
    return 0;
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
