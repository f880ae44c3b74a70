package io.ttalloc.cli.attach;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a request to a process cannot be prepared or sent, or is not answered; the message
 * tells the user the reason.
 */
public final class AttachException extends Exception {
  private static final long serialVersionUID = 1L;

  AttachException(String message) {
    this(message, null);
  }

  AttachException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
