package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the agent, called by the JVM.
 *
 * <p>This class is kept tiny, because every JVM that has the agent's flag on its command line loads
 * it, even without the variable {@code TT_ALLOC_TRACKING_ENABLED}. Nearly all other classes are
 * loaded by {@link OwnLoader}, which is created only if tracking is wanted. No method here may have
 * another class of the agent in its signature: the JVM searches all methods for {@code premain} and
 * loads the classes in their signatures, and it would not start if one of these classes could not
 * be loaded.
 */
public final class AgentEntry {
  private static final String VARIABLE = "TT_ALLOC_TRACKING_ENABLED";

  /**
   * Appended to the message if a security policy denied access: the application loader loads this
   * class, so the policy decides on its permissions.
   */
  private static final String POLICY =
      "; the security policy must contain: grant codeBase \"file:/path/to/tt-alloc-agent.jar\""
          + " { permission java.security.AllPermission; };";

  /**
   * Whether the JVM was started with the agent's flag, but the variable did not turn tracking on.
   */
  private static volatile boolean switchedOff;

  private AgentEntry() {}

  /** Called by the JVM before the application's main method. */
  public static void premain(@Nullable String argument, Instrumentation instrumentation) {
    try {
      if (isWanted()) {
        call("CurrentStart", argument, instrumentation);
      } else {
        switchedOff = true;
      }
    } catch (Throwable e) {
      print(e);
    }
  }

  /**
   * Called by the JVM when the agent is attached to a running process. Attaching is already a
   * request to track, so the variable is not checked.
   */
  public static void agentmain(@Nullable String argument, Instrumentation instrumentation) {
    try {
      call("LateStart", argument, instrumentation);
    } catch (Throwable e) {
      print(e);
    }
  }

  private static void call(
      String className, @Nullable String argument, Instrumentation instrumentation)
      throws Throwable {
    try {
      Object unused =
          OwnLoader.of(AgentEntry.class)
              .loadClass("io.ttalloc.agent.".concat(className))
              .getMethod("run", String.class, Instrumentation.class)
              .invoke(null, argument, instrumentation);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /**
   * Returns a function that handles the requests listed in {@code TestScopes}. Called by reflection
   * from a test framework in this process, which has a different class loader than the agent.
   *
   * @return null if nothing is tracked in this process and nothing will be
   */
  public static @Nullable BiFunction<String, Object[], Object> testScopes() {
    try {
      @SuppressWarnings("unchecked")
      BiFunction<String, Object[], Object> scopes =
          (BiFunction<String, Object[], Object>)
              OwnLoader.of(AgentEntry.class)
                  .loadClass("io.ttalloc.agent.CurrentStart")
                  .getMethod("testScopes")
                  .invoke(null);
      return scopes;
    } catch (Throwable e) {
      return null;
    }
  }

  /**
   * Whether the JVM was started with the agent, but with tracking switched off. Called by a test
   * framework, which must not load the agent in that case.
   */
  public static boolean isSwitchedOff() {
    return switchedOff;
  }

  private static boolean isWanted() {
    String value = System.getenv(VARIABLE);
    if (value == null) {
      // For users who can only add JVM flags, for example through a build tool plugin.
      value = System.getProperty(VARIABLE);
    }
    if (value == null || value.isEmpty() || value.equals("0") || value.equals("false")) {
      return false;
    }
    if (!value.equals("1")) {
      Console.line(VARIABLE + " is '" + value + "', expected 1: tracking is off.");
      return false;
    }
    return true;
  }

  private static void print(Throwable e) {
    // Does not use Console, which may be the class that could not be loaded.
    System.err.println(
        "tt-alloc: the agent could not start ("
            + e
            + "): tracking is off and the application runs without it"
            + (e instanceof SecurityException ? POLICY : "."));
  }
}
