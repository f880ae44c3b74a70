package io.ttalloc.monitor;

import org.jspecify.annotations.Nullable;

/**
 * The reason why a command could not do what it was asked to, foreseen and worded for the person
 * who asked: what, value, where, what was expected. It is printed as it is, without a stack trace.
 */
final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CommandFailure(String message) {
    this(message, null);
  }

  CommandFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
