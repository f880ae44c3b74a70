package io.ttalloc.cli;

import io.ttalloc.cli.arguments.CommandFailure;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Runs a command in this terminal until it ends. If this process is terminated meanwhile, so is the
 * child, which gets {@value #SECONDS_FOR_THE_LAST_DUMP} s to write its dump.
 */
final class ChildProcess {

  private static final int SECONDS_FOR_THE_LAST_DUMP = 10;

  private ChildProcess() {}

  /**
   * Runs it to its end and returns its exit status.
   *
   * @throws CommandFailure it cannot be started
   */
  static int run(ProcessBuilder child) throws InterruptedException {
    Process process;
    try {
      process = child.inheritIO().start();
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot start %s: %s, expected a program that can be run"
              .formatted(child.command().get(0), e.getMessage()),
          e);
    }
    Thread stopChild = new Thread(() -> stop(process), "stop-child");
    Runtime.getRuntime().addShutdownHook(stopChild);
    int status = process.waitFor();
    try {
      Runtime.getRuntime().removeShutdownHook(stopChild);
    } catch (IllegalStateException alreadyEnding) {
      // The hook runs by itself then, and finds a process that has ended.
    }
    return status;
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
