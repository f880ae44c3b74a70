package io.ttalloc.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * Where the JVM enters the program in the agent's jar, which the command {@code rules} starts. It
 * does so twice: as an agent that it loads before the program, and then as the program. Tiny, since
 * the loader of the application has no libraries of the agent; {@link OwnLoader} has.
 */
public final class RulesEntry {
  private static volatile @Nullable Instrumentation instrumentation;

  private RulesEntry() {}

  /** Called by the JVM before {@link #main}, but not if the jar is only on a class path. */
  public static void agentmain(@Nullable String argument, Instrumentation given) {
    instrumentation = given;
  }

  /** Does what the arguments say, and ends the process. */
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
