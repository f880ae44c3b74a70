package io.ttalloc.demo;

/** An argument that cannot be understood; the message is the one line that a user reads. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
