package io.ttalloc.cli.attach;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a process cannot receive requests or does not answer; the message contains the reason,
 * for the user.
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
