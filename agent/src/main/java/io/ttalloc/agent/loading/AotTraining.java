package io.ttalloc.agent.loading;

import org.jspecify.annotations.Nullable;

/**
 * Whether this JVM records for an ahead-of-time cache how its methods run.
 *
 * <p>From JDK 25 on the records refer to methods as they were when they were recorded. If a class
 * is woven anew after it was loaded, the collector frees its old methods, and when the JVM writes
 * the records at its end, it reads what is not there any more: it ends with SIGSEGV. So it does
 * without any agent of ours, with any that has loaded classes transformed.
 */
public final class AotTraining {
  private static final int SINCE = 25;

  /** In front of an option, but not in a file of {@code -XX:Flags}. */
  private static final String PREFIX = "-XX:";

  private static final String MODE = "AOTMode=record";
  private static final String OUTPUT = "AOTCacheOutput=";
  private static final String SWITCH = "AOTRecordTraining";

  private AotTraining() {}

  /** The option of the JVM by which it records; null if it does not. */
  public static @Nullable String recordedBy() {
    return Runtime.version().feature() < SINCE ? null : recordedBy(JvmArguments.all());
  }

  /**
   * The same of given options.
   *
   * @param arguments as the JVM has them: those of files and variables are among them
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
