package io.ttalloc.cli.holders;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if there is no usable heap dump; the message tells the user the reason in one sentence.
 */
public final class NoHeapException extends Exception {
  private static final long serialVersionUID = 1L;

  NoHeapException(String message) {
    this(message, null);
  }

  NoHeapException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
