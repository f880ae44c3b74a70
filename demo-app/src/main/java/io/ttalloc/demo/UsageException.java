package io.ttalloc.demo;

/** Thrown for invalid arguments; the message is the line that is shown to the user. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
