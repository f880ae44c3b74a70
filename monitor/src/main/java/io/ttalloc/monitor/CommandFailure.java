package io.ttalloc.monitor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a command could not do what it was asked to, foreseen and worded for the person
 * who asked: what, value, where, what was expected. It is printed as it is, without a stack trace;
 * where several things are wrong, each is a line.
 */
final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String[] lines;
  private final int status;

  CommandFailure(String message) {
    this(message, null);
  }

  CommandFailure(List<String> lines) {
    super(String.join("; ", lines));
    this.lines = lines.toArray(String[]::new);
    this.status = OneLineErrors.STATUS;
  }

  CommandFailure(String message, @Nullable Throwable cause) {
    this(message, cause, OneLineErrors.STATUS);
  }

  /** {@code status}: the exit status of the command, if it has one of its own for this. */
  CommandFailure(String message, int status) {
    this(message, null, status);
  }

  private CommandFailure(String message, @Nullable Throwable cause, int status) {
    super(message, cause);
    this.lines = new String[] {message};
    this.status = status;
  }

  int status() {
    return status;
  }

  List<String> lines() {
    return List.of(lines);
  }
}
