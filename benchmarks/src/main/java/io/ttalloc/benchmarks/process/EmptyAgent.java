package io.ttalloc.benchmarks.process;

import java.lang.instrument.Instrumentation;

/** An agent that does nothing, to measure the cost of having any agent at all. */
public final class EmptyAgent {
  private EmptyAgent() {}

  /** Called by the JVM. */
  public static void premain(String argument, Instrumentation instrumentation) {}
}
