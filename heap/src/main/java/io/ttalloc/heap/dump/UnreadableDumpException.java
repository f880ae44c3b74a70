package io.ttalloc.heap.dump;

import java.io.IOException;

/**
 * Thrown if a file is not a complete heap dump of HotSpot. The message gives the reason, without
 * the file's name.
 */
public final class UnreadableDumpException extends IOException {
  private static final long serialVersionUID = 1;

  public UnreadableDumpException(String message) {
    super(message);
  }
}
