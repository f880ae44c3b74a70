package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import java.io.IOException;
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

  /** What was started; null if nothing was, or if it failed. */
  private static volatile @Nullable AgentStart current;

  private AgentEntry() {}

  /** Called by the JVM before the application's main method. */
  public static void premain(@Nullable String argument, Instrumentation instrumentation) {
    try {
      if (isWanted()) {
        start(argument, instrumentation, false);
      }
    } catch (Throwable e) {
      tell(e);
    }
  }

  /**
   * Called by the JVM when the agent is attached to a running process. Whoever does that wants it,
   * so the variable does not matter.
   */
  public static void agentmain(@Nullable String argument, Instrumentation instrumentation) {
    try {
      LateStart.run(argument, instrumentation);
    } catch (Throwable e) {
      tell(e);
    }
  }

  private static boolean isWanted() {
    String value = System.getenv(VARIABLE);
    if (value == null || value.isEmpty() || value.equals("0") || value.equals("false")) {
      return false;
    }
    if (!value.equals("1")) {
      Console.line(VARIABLE + " is '" + value + "', not 1: tracking is off.");
      return false;
    }
    return true;
  }

  /** Starts the agent with the options of the argument, unless that has been done before. */
  static void start(@Nullable String argument, Instrumentation instrumentation, boolean late)
      throws IOException {
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
    current = AgentStart.run(argument, instrumentation, late);
  }

  /** What was started last; null if nothing tracks or is going to. */
  static @Nullable AgentStart current() {
    return current;
  }

  /** Notes what has taken the place of it. */
  static void replace(@Nullable AgentStart other) {
    synchronized (AgentEntry.class) {
      started = other != null;
    }
    current = other;
  }

  private static void tell(Throwable e) {
    // Not through Console: that may be the class that could not be loaded.
    System.err.println(
        "tt-alloc: the agent could not start (" + e + "): tracking is off, the application runs.");
  }
}
