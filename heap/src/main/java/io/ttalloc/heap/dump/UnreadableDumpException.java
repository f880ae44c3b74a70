package io.ttalloc.heap.dump;

import java.io.IOException;

/**
 * Thrown if a file cannot be used as a heap dump, for example because it is missing, is damaged, is
 * not a dump of HotSpot, or is too large. The message gives the reason, without the file's name.
 */
public final class UnreadableDumpException extends IOException {
  private static final long serialVersionUID = 1;

  public UnreadableDumpException(String message) {
    super(message);
  }
}
