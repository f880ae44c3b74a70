package io.ttalloc.cli;

import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.InstallFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command {@code demo}: runs a demo scenario under the agent, in its own JVM, and returns that
 * JVM's exit status.
 *
 * <p>The child inherits this terminal and this environment, so the caller's variables {@code
 * TT_ALLOC_*} reach the agent.
 */
@Command(
    name = "demo",
    description = "Runs a demonstration scenario under the agent, which prints a report at exit.",
    footerHeading = HelpText.EXAMPLES,
    footer = {
      "  tt-alloc demo",
      "  tt-alloc demo accumulate --runs 3",
      "  tt-alloc demo faults --list"
    },
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {
      "0:the demonstration ended with status 0",
      HelpText.ERROR,
      "23:with TT_ALLOC_FAIL_ON=leak, the demonstration leaks"
    })
final class DemoCommand implements Callable<Integer> {

  private static final String SWITCH = "TT_ALLOC_TRACKING_ENABLED";
  private static final String COMMAND = "TT_ALLOC_COMMAND";
  private static final String PACKS = "TT_ALLOC_PACKS";

  /**
   * The variables that choose rules. This command chooses rules only if the caller sets none of
   * them.
   */
  private static final List<String> CHOICES = List.of(PACKS, "TT_ALLOC_RULES", "TT_ALLOC_TRACK");

  private static final String DEFAULT_SCENARIO = "mesh";

  private final InstallFolder home;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SCENARIO",
      completionCandidates = DemoWords.Scenarios.class,
      description =
          "The scenario and its arguments: mesh, accumulate --runs N, faults NAME or faults"
              + " --list; demo help lists them all. The default is "
              + DEFAULT_SCENARIO
              + ".")
  private @Nullable String scenario;

  @Parameters(
      index = "1..*",
      paramLabel = "ARGS",
      completionCandidates = DemoWords.Arguments.class,
      description = "The scenario's arguments.")
  private List<String> arguments = List.of();

  private DemoCommand(InstallFolder home) {
    this.home = home;
  }

  /** Returns the picocli subcommand, which does not interpret the arguments of the scenario. */
  static CommandLine asSubcommand(InstallFolder home) {
    return new CommandLine(new DemoCommand(home))
        .setStopAtPositional(true)
        .setUnmatchedOptionsArePositionalParams(true);
  }

  @Override
  public Integer call() throws InterruptedException {
    List<String> all = new ArrayList<>(arguments);
    if (scenario != null) {
      all.add(0, scenario);
    }
    return ChildProcess.run(childProcess(home, all));
  }

  /**
   * Returns a builder of the process for a scenario. Environment variables of the caller are kept.
   */
  static ProcessBuilder childProcess(InstallFolder home, List<String> scenario) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-javaagent:" + home.agentJar());
    command.add("-jar");
    command.add(home.demoJar().toString());
    if (scenario.isEmpty() || scenario.get(0).startsWith("-")) {
      command.add(DEFAULT_SCENARIO);
    }
    command.addAll(scenario);
    ProcessBuilder child = new ProcessBuilder(command);
    Map<String, String> environment = child.environment();
    environment.putIfAbsent(SWITCH, "1");
    // The name of the scenario is not secret, and reports should show it.
    environment.putIfAbsent(COMMAND, "full");
    // A scenario demonstrates the runtime, so what the JDK opens at the same time is not shown.
    if (Collections.disjoint(environment.keySet(), CHOICES)) {
      environment.put(PACKS, "tt-runtime");
    }
    return child;
  }
}
