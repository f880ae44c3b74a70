package io.ttalloc.agent.loading;

import jdk.internal.misc.VM;

/** The arguments of this JVM, without those of the program. */
public final class JvmArguments {
  private JvmArguments() {}

  /** As the JVM has them: those of files and variables are among them. */
  public static String[] all() {
    String[] arguments = VM.getRuntimeArguments();
    // A JVM without any has no array.
    return arguments == null ? new String[0] : arguments;
  }
}
