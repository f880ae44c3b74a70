package io.ttalloc.cases;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Starts child processes, and forgets those that read their input until the JVM ends. */
final class ForgottenProcesses {
  private static final List<Process> STARTED = new ArrayList<>();

  private ForgottenProcesses() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    boolean leak = args[0].equals("leak");
    for (int i = 0; i < 10; i++) {
      Process ended = new ProcessBuilder("/bin/echo", "hi").start();
      ended.waitFor();
      ended.onExit().join();
      STARTED.add(ended);
    }
    for (int i = 0; i < 4; i++) {
      Process running = new ProcessBuilder("/bin/cat").start(); // LEAK 4 process, a warning
      STARTED.add(running);
      if (!leak) {
        running.destroy();
        running.onExit().join();
      }
    }
  }
}
