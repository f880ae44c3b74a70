package io.ttalloc.cli.attach;

import org.jspecify.annotations.Nullable;

/** A process cannot be asked, or does not answer; the message says why, for the user. */
public final class AttachException extends Exception {
  private static final long serialVersionUID = 1L;

  AttachException(String message) {
    this(message, null);
  }

  AttachException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
