package io.ttalloc.agent.loading;

import jdk.internal.misc.VM;

/** The arguments of this JVM, without the arguments of the program. */
public final class JvmArguments {
  private JvmArguments() {}

  /** The arguments that the JVM uses, including those from files and environment variables. */
  public static String[] all() {
    String[] arguments = VM.getRuntimeArguments();
    // The array is null if there are no arguments.
    return arguments == null ? new String[0] : arguments;
  }
}
