package io.ttalloc.cli.holders;

import org.jspecify.annotations.Nullable;

/** The heap cannot be looked into; the message says why, as a sentence for the user. */
public final class NoHeapException extends Exception {
  private static final long serialVersionUID = 1L;

  NoHeapException(String message) {
    this(message, null);
  }

  NoHeapException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
