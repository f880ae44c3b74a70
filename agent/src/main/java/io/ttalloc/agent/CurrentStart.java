package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Holds the current start of the agent in this process. Attaching and detaching may replace it.
 * Thread-safe.
 */
public final class CurrentStart {
  /**
   * Whether the agent has been started. Guarded by this class. The agent may be specified twice,
   * for example on the command line and in {@code JAVA_TOOL_OPTIONS}.
   */
  private static boolean started;

  /** The current start; null if there has been none, or if it failed. */
  private static volatile @Nullable AgentStart current;

  private CurrentStart() {}

  /**
   * Starts the agent before the application, with the options in the argument.
   *
   * @throws IOException if the rules that ship with the agent cannot be read
   */
  public static void run(@Nullable String argument, Instrumentation instrumentation)
      throws IOException {
    start(argument, instrumentation, false);
  }

  /** Starts the agent with the options in the argument, unless it has already been started. */
  static void start(@Nullable String argument, Instrumentation instrumentation, boolean late)
      throws IOException {
    synchronized (CurrentStart.class) {
      if (started) {
        Console.line(
            "the agent is already loaded; the request to load it again ("
                + (argument == null ? "without options" : argument)
                + ") is ignored");
        return;
      }
      started = true;
    }
    current = AgentStart.run(argument, instrumentation, late);
  }

  /** The current start; null if there is none. */
  static @Nullable AgentStart current() {
    return current;
  }

  /** The test scopes of this process; null if nothing is tracked and nothing will be. */
  public static @Nullable BiFunction<String, Object[], Object> testScopes() {
    AgentStart now = current;
    return now == null || now.hasFailed() || now.hasEnded() ? null : now.testScopes();
  }

  /**
   * Replaces the current start. If {@code other} is null, the agent is no longer started, and can
   * be started again.
   */
  static void replace(@Nullable AgentStart other) {
    synchronized (CurrentStart.class) {
      started = other != null;
    }
    current = other;
  }
}
