package io.ttalloc.points;

import java.util.Arrays;

/** The schedule for repeating an execution: which thread runs for how many steps. */
final class Script {
  private final int[] threads;
  private final int[] steps;
  private int at;

  /**
   * A script as returned by {@link Turns#script}.
   *
   * @param text as in {@code 0x57,1x23,0x80}
   */
  Script(String text) {
    String[] parts = text.split(",", -1);
    threads = new int[parts.length];
    steps = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      int x = parts[i].indexOf('x');
      threads[i] = Integer.parseInt(parts[i].substring(0, x));
      steps[i] = Integer.parseInt(parts[i].substring(x + 1));
    }
  }

  /** The thread that runs now, according to the script. */
  int thread() {
    return threads[at];
  }

  /**
   * The thread that runs next.
   *
   * @param done the number of steps of the running thread so far
   * @param canRun the threads that can run, the running one first
   */
  int next(int running, int done, int[] canRun) {
    if (at + 1 < threads.length && threads[at] == running && done >= steps[at]) {
      at++;
    }
    int preferred = threads[at];
    return Arrays.stream(canRun).anyMatch(thread -> thread == preferred) ? preferred : canRun[0];
  }
}
