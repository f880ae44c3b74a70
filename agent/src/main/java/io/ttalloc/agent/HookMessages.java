package io.ttalloc.agent;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;

/**
 * What is told of errors inside hooks. Runs inside a hook, perhaps while a class is loaded, so it
 * uses little of the JDK: no formatter. Its owner makes it before the first hook can run, so that
 * the class is there. Thread-safe.
 */
final class HookMessages {
  /** The first error of the probe itself. */
  void failed(Throwable thrown) {
    Console.line(
        "an event could not be recorded ("
            + described(thrown)
            + "); the report will say how many could not");
    AgentLog.of("probe").info("the first error in a hook", thrown);
  }

  /** An attribute that could not be read for the first time. */
  void attributeThrew(String attribute, String className, Throwable thrown) {
    Console.line(
        attribute
            + " of "
            + className
            + " could not be read ("
            + described(thrown)
            + "), expected a value; what is opened is recorded without it");
    AgentLog.of("probe").info("the first error in an attribute", thrown);
  }

  /** Without its message, which may hold private data of the application. */
  private static String described(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    String name = thrown.getClass().getName();
    return trace.length == 0 ? name : name + " at " + trace[0];
  }

  /** There were too many errors. */
  void switchedOff(int errors) {
    Console.line(
        "tracking has switched itself off after " + errors + (errors == 1 ? " error" : " errors"));
  }
}
