package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The one start of the agent in this process, and what has taken its place since. Thread-safe. */
public final class CurrentStart {
  /**
   * Guarded by this class. The flag may be given twice, for example on the command line and in
   * {@code JAVA_TOOL_OPTIONS}.
   */
  private static boolean started;

  /** The start; null if there was none, or if it failed. */
  private static volatile @Nullable AgentStart current;

  private CurrentStart() {}

  /**
   * Starts the agent before the application, with the options of the argument.
   *
   * @throws IOException the rules that ship with the agent cannot be read
   */
  public static void run(@Nullable String argument, Instrumentation instrumentation)
      throws IOException {
    start(argument, instrumentation, false);
  }

  /** Starts the agent with the options of the argument, unless that has been done before. */
  static void start(@Nullable String argument, Instrumentation instrumentation, boolean late)
      throws IOException {
    synchronized (CurrentStart.class) {
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

  /** The latest start; null if nothing tracks or is going to. */
  static @Nullable AgentStart current() {
    return current;
  }

  /** The scopes of tests in this process; null if nothing tracks or is going to. */
  public static @Nullable BiFunction<String, Object[], Object> testScopes() {
    AgentStart now = current;
    return now == null || now.hasFailed() || now.hasEnded() ? null : now.testScopes();
  }

  /** Notes what has taken the place of it. */
  static void replace(@Nullable AgentStart other) {
    synchronized (CurrentStart.class) {
      started = other != null;
    }
    current = other;
  }
}
