package io.ttalloc.cli.arguments;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expected failure of a command, with a message for the user: what is wrong, with which value,
 * where, and what was expected. The message is printed without a stack trace; if it describes
 * several problems, each is printed on its own line.
 */
public final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String[] lines;
  private final int status;

  public CommandFailure(String message) {
    this(message, null);
  }

  public CommandFailure(List<String> lines) {
    super(String.join("; ", lines));
    this.lines = lines.toArray(String[]::new);
    this.status = OneLineErrors.STATUS;
  }

  public CommandFailure(String message, @Nullable Throwable cause) {
    this(message, cause, OneLineErrors.STATUS);
  }

  /** Creates a failure with an exit status other than {@link OneLineErrors#STATUS}. */
  public CommandFailure(String message, int status) {
    this(message, null, status);
  }

  private CommandFailure(String message, @Nullable Throwable cause, int status) {
    super(message, cause);
    this.lines = new String[] {message};
    this.status = status;
  }

  public int status() {
    return status;
  }

  public List<String> lines() {
    return List.of(lines);
  }
}
