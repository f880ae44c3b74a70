package io.ttalloc.cli;

import io.ttalloc.cli.arguments.CommandFailure;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Runs a command in this terminal until it ends. If this process is terminated before that, the
 * child is terminated as well, and has {@value #SECONDS_FOR_THE_LAST_DUMP} s to write its dump.
 */
final class ChildProcess {

  private static final int SECONDS_FOR_THE_LAST_DUMP = 10;

  private ChildProcess() {}

  /**
   * Runs the child until it ends and returns its exit status.
   *
   * @throws CommandFailure if the child cannot be started
   */
  static int run(ProcessBuilder child) throws InterruptedException {
    Process process;
    try {
      process = child.inheritIO().start();
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot start %s: %s, expected an executable program"
              .formatted(child.command().get(0), e.getMessage()),
          e);
    }
    Thread stopChild = new Thread(() -> stop(process), "stop-child");
    Runtime.getRuntime().addShutdownHook(stopChild);
    int status = process.waitFor();
    try {
      Runtime.getRuntime().removeShutdownHook(stopChild);
    } catch (IllegalStateException alreadyEnding) {
      // The shutdown hook is already running, and will find that the child has ended.
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
