package io.ttalloc.agent;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.probe.hook.ProbeListener;

/**
 * Reports errors in hooks and problems that hooks find, and writes marks. Runs inside a hook,
 * perhaps while a class is being loaded, so it uses as little of the JDK as possible, and no
 * formatter. An instance is created before the first hook can run, so that no hook has to load this
 * class. Thread-safe.
 */
final class HookMessages implements ProbeListener {
  private final MarkWriter marks;

  HookMessages(MarkWriter marks) {
    this.marks = marks;
  }

  @Override
  public void marked(String name) {
    marks.setOrWarn(name);
  }

  @Override
  public void failed(Throwable thrown) {
    Console.line(
        "an event could not be recorded ("
            + described(thrown)
            + "); the report says how many"
            + " events were dropped");
    AgentLog.of("probe").info("the first error in a hook", thrown);
  }

  @Override
  public void attributeThrew(String attribute, String className, Throwable thrown) {
    Console.line(
        attribute
            + " of "
            + className
            + " could not be read ("
            + described(thrown)
            + "); resources are recorded without it");
    AgentLog.of("probe").info("the first error while reading an attribute", thrown);
  }

  @Override
  public void openedAgain(String type, String classes, long number, boolean isOfObject) {
    Console.line(
        type
            + " "
            + number
            + " of "
            + classes
            + " was opened again while still open: "
            + (isOfObject
                ? "its close was not seen"
                : "its close was not seen, or several objects hand out the same numbers (in that"
                    + " case, add 'of' to 'key')")
            + "; it counts as one open resource, and leaks may be missed");
  }

  /**
   * The class and location of an exception, without its message, which may contain private data of
   * the application.
   */
  private static String described(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    String name = thrown.getClass().getName();
    return trace.length == 0 ? name : name + " at " + trace[0];
  }

  @Override
  public void switchedOff(int errors) {
    Console.line(
        "tracking has switched itself off after " + errors + (errors == 1 ? " error" : " errors"));
  }
}
