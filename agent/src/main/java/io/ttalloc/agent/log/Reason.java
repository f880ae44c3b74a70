package io.ttalloc.agent.log;

import org.jspecify.annotations.Nullable;

/** Describes a throwable for a message. */
public final class Reason {
  private static final int MAX_CAUSES = 16;
  private static final String CHECK = "check";
  private static final String CHECKS = "java.security.";

  private Reason() {}

  /**
   * The throwable itself, or the root cause if something could not be linked. If a security manager
   * refused something, the text says so and names the method that asked for the permission, since
   * the exception's message may be anything.
   */
  public static String of(@Nullable Throwable thrown) {
    Throwable cause = thrown;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (cause instanceof SecurityException) {
        return "the application's security manager denied a permission"
            + asking(cause)
            + " ("
            + cause
            + ")";
      }
      cause = cause.getCause();
    }
    return String.valueOf(rootOfLinkage(thrown));
  }

  private static @Nullable Throwable rootOfLinkage(@Nullable Throwable thrown) {
    Throwable root = thrown;
    for (int i = 0; i < MAX_CAUSES && root instanceof LinkageError; i++) {
      Throwable next = root.getCause();
      if (next == null) {
        return root;
      }
      root = next;
    }
    return root;
  }

  /**
   * A clause that names the method that caused the check: the first one that does not belong to the
   * check itself. Empty if there is none.
   */
  private static String asking(Throwable refusal) {
    boolean inCheck = false;
    for (StackTraceElement frame : refusal.getStackTrace()) {
      boolean check =
          frame.getMethodName().startsWith(CHECK) || frame.getClassName().startsWith(CHECKS);
      if (inCheck && !check) {
        return " that " + frame.getClassName() + "." + frame.getMethodName() + " requires";
      }
      inCheck |= check;
    }
    return "";
  }
}
