package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Where the JVM enters the agent.
 *
 * <p>Kept tiny: this class is loaded into every JVM that has the flag on its command line, and a
 * JVM in which the variable is not set must pay for nothing else. Everything heavy is behind {@link
 * AgentStart}, which is loaded only then.
 */
public final class AgentEntry {
  private static final String VARIABLE = "TT_ALLOC_TRACKING_ENABLED";

  /**
   * Guarded by this class. The flag may be given twice, for example on the command line and in
   * {@code JAVA_TOOL_OPTIONS}.
   */
  private static boolean started;

  private AgentEntry() {}

  /** Called by the JVM before the application's main method. */
  public static void premain(@Nullable String argument, Instrumentation instrumentation) {
    start(argument, instrumentation, false);
  }

  /** Called by the JVM when the agent is attached to a running process. */
  public static void agentmain(@Nullable String argument, Instrumentation instrumentation) {
    start(argument, instrumentation, true);
  }

  private static void start(
      @Nullable String argument, Instrumentation instrumentation, boolean late) {
    try {
      String value = System.getenv(VARIABLE);
      if (value == null || value.isEmpty() || value.equals("0") || value.equals("false")) {
        return;
      }
      if (!value.equals("1")) {
        Console.line(VARIABLE + " is '" + value + "', not 1: tracking is off.");
        return;
      }
      synchronized (AgentEntry.class) {
        if (started) {
          Console.line(
              "the agent is loaded already, expected it once; the second one ("
                  + (argument == null ? "without options" : argument)
                  + ") is ignored");
          return;
        }
        started = true;
      }
      AgentStart.run(argument, instrumentation, late);
    } catch (Throwable e) {
      // Not through Console: that may be the class that could not be loaded.
      System.err.println(
          "tt-alloc: the agent could not start ("
              + e
              + "): tracking is off, the application runs.");
    }
  }
}
