package io.ttalloc.junit;

/**
 * Thrown if a test has left a resource open. The message begins with the line of code that opened
 * the resource, followed by the reason why the resource is a leak and how to fix it. The stack
 * trace is the stack that opened the resource.
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
