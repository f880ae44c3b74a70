package io.ttalloc.probe.close;

/**
 * Tells a Cleaner's action that the program runs itself, as many a {@code close} does through
 * {@code Cleanable.clean()}, from one that the Cleaner runs.
 */
final class CleanerCalls {
  private static final String CLEANABLE = "jdk.internal.ref.PhantomCleanable";
  private static final String CLEANER = "jdk.internal.ref.CleanerImpl";

  private CleanerCalls() {}

  /** Whether the calling thread is in an action that the program runs by {@code clean()}. */
  static boolean areByProgram() {
    boolean cleans = false;
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      String in = frame.getClassName();
      if (in.equals(CLEANER) && frame.getMethodName().equals("run")) {
        return false;
      }
      cleans |= in.equals(CLEANABLE) && frame.getMethodName().equals("clean");
    }
    return cleans;
  }
}
