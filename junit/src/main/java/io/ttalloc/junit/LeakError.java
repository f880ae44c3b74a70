package io.ttalloc.junit;

/**
 * A test has left something open. The message has the line that opened it first, then why it is a
 * leak and how to mend it; the stack trace shows the opening.
 */
public final class LeakError extends AssertionError {
  private static final long serialVersionUID = 1;

  LeakError(String message, StackTraceElement[] opened) {
    super(message);
    if (opened.length > 0) {
      setStackTrace(opened);
    }
  }
}
