package io.ttalloc.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the program in the agent's jar, which the command {@code rules} starts. The
 * JVM calls it twice: first as an agent that is loaded before the program, then as the program.
 * Kept tiny, since the application loader cannot load the agent's libraries; {@link OwnLoader} can.
 */
public final class RulesEntry {
  private static volatile @Nullable Instrumentation instrumentation;

  private RulesEntry() {}

  /** Called by the JVM before {@link #main}, but not if the jar is only on a class path. */
  public static void agentmain(@Nullable String argument, Instrumentation given) {
    instrumentation = given;
  }

  /** Runs the command in the arguments and exits. */
  public static void main(String[] arguments) throws Throwable {
    try {
      Object unused =
          OwnLoader.of(RulesEntry.class)
              .loadClass("io.ttalloc.agent.check.RulesProgram")
              .getMethod("run", String[].class, Instrumentation.class)
              .invoke(null, arguments, instrumentation);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
