package io.ttalloc.agent.loading;

import org.jspecify.annotations.Nullable;

/**
 * Detects whether this JVM records profiles of its methods for an ahead-of-time cache.
 *
 * <p>From JDK 25 on, these profiles refer to the methods that existed when they were recorded. If a
 * class is woven after it was loaded, the JVM frees its old methods. When the JVM writes the
 * profiles at its exit, it reads the freed methods and crashes with SIGSEGV. Any other agent that
 * transforms loaded classes causes the same crash.
 */
public final class AotTraining {
  private static final int SINCE = 25;

  /**
   * The prefix of a JVM option; options in a {@code -XX:Flags} file are written without the prefix.
   */
  private static final String PREFIX = "-XX:";

  private static final String MODE = "AOTMode=record";
  private static final String OUTPUT = "AOTCacheOutput=";
  private static final String SWITCH = "AOTRecordTraining";

  private AotTraining() {}

  /** The JVM option that causes the recording; null if the JVM does not record. */
  public static @Nullable String recordedBy() {
    return Runtime.version().feature() < SINCE ? null : recordedBy(JvmArguments.all());
  }

  /**
   * The JVM option among these arguments that causes the recording; null if there is none.
   *
   * @param arguments the arguments of a JVM, including those from files and variables
   */
  static @Nullable String recordedBy(String[] arguments) {
    String by = null;
    boolean switchedOff = false;
    for (String argument : arguments) {
      String option = argument.startsWith(PREFIX) ? argument.substring(PREFIX.length()) : argument;
      if (option.equals(MODE) || option.startsWith(OUTPUT)) {
        by = PREFIX + option;
      } else if (option.endsWith(SWITCH)) {
        switchedOff = option.equals("-" + SWITCH);
      }
    }
    return switchedOff ? null : by;
  }
}
