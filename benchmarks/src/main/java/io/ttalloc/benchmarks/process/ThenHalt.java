package io.ttalloc.benchmarks.process;

import java.util.Arrays;

/** Runs another program's main method and halts the JVM, so that nothing happens at exit. */
public final class ThenHalt {
  private ThenHalt() {}

  /** Runs the class named by the first argument with the other arguments. */
  public static void main(String[] args) throws ReflectiveOperationException {
    Class.forName(args[0])
        .getMethod("main", String[].class)
        .invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }
}
