package io.ttalloc.monitor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command {@code demo}: runs a scenario of the demonstration in a JVM of its own, under the
 * agent, and gives its exit status.
 *
 * <p>The child has this terminal and this environment, so {@code TT_ALLOC_*} set by the caller
 * reach the agent. If this process is asked to end, the child is asked too, and gets {@value
 * #SECONDS_FOR_THE_LAST_DUMP} s to write its dump.
 */
@Command(
    name = "demo",
    description =
        "Runs a scenario of the demonstration under the agent; the dump comes at its exit.")
final class DemoCommand implements Callable<Integer> {

  private static final int SECONDS_FOR_THE_LAST_DUMP = 10;
  private static final String SWITCH = "TT_ALLOC_TRACKING_ENABLED";
  private static final String DEFAULT_SCENARIO = "mesh";

  private final Home home;

  @Parameters(
      paramLabel = "SCENARIO [ARGS...]",
      description = "The scenario and its own arguments; without one, " + DEFAULT_SCENARIO + ".")
  private List<String> scenario = List.of();

  private DemoCommand(Home home) {
    this.home = home;
  }

  /**
   * The command as picocli wants it: what stands behind the scenario is the demonstration's to
   * read.
   */
  static CommandLine asSubcommand(Home home) {
    return new CommandLine(new DemoCommand(home))
        .setStopAtPositional(true)
        .setUnmatchedOptionsArePositionalParams(true);
  }

  @Override
  public Integer call() throws InterruptedException {
    ProcessBuilder child = childProcess(home, scenario);
    Process process;
    try {
      process = child.inheritIO().start();
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot start %s: %s".formatted(child.command().get(0), e.getMessage()), e);
    }
    Thread stopChild = new Thread(() -> stop(process), "stop-demo");
    Runtime.getRuntime().addShutdownHook(stopChild);
    int status = process.waitFor();
    try {
      Runtime.getRuntime().removeShutdownHook(stopChild);
    } catch (IllegalStateException alreadyEnding) {
      // The hook runs by itself then, and finds a process that has ended.
    }
    return status;
  }

  /** What is started for a scenario; the caller's own setting of the switch is left alone. */
  static ProcessBuilder childProcess(Home home, List<String> scenario) {
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
    return child;
  }

  private static void stop(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(SECONDS_FOR_THE_LAST_DUMP, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
