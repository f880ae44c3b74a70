package io.ttalloc.benchmarks.process;

import java.io.FileInputStream;
import java.util.ArrayList;
import java.util.List;

/** Opens a file, reports that it is ready, and sleeps until a signal ends it. */
public final class Sleeper {
  private static final List<Object> OPEN = new ArrayList<>();
  private static final long MAX_MILLIS = 120_000;

  private Sleeper() {}

  /** Opens the file named by the argument. */
  public static void main(String[] args) throws Exception {
    OPEN.add(new FileInputStream(args[0]));
    System.out.println("ready");
    Thread.sleep(MAX_MILLIS);
  }
}
