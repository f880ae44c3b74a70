package io.ttalloc.benchmarks.watching;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;

/**
 * A program that only opens and closes resources. For each line of standard input, it runs one
 * round and prints the round's elapsed time and its thread's processor time, in nanoseconds.
 */
public final class BusyProgram {
  private static final int LIVE = 10_000;
  private static final int OPERATIONS = 400_000;
  private static final int DEPTH = 16;

  private final Lane[] held = new Lane[LIVE];
  private int next;

  private BusyProgram() {}

  /** Needs no arguments. */
  public static void main(String[] args) throws IOException {
    BusyProgram program = new BusyProgram();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (in.readLine() != null) {
      long start = System.nanoTime();
      long cpu = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < OPERATIONS; i++) {
        program.step(DEPTH);
      }
      cpu = threads.getCurrentThreadCpuTime() - cpu;
      System.out.println("round " + (System.nanoTime() - start) + " " + cpu);
    }
    Runtime.getRuntime().halt(0);
  }

  private void step(int depth) {
    if (depth > 0) {
      step(depth - 1);
      return;
    }
    Lane before = held[next];
    held[next] = new Lane();
    next = (next + 1) % LIVE;
    if (before != null) {
      before.close();
    }
  }

  /** The tracked resource. */
  static final class Lane implements AutoCloseable {
    @Override
    public void close() {}
  }
}
