package io.ttalloc.heap.dump;

import java.io.IOException;

/** A file that is not a complete heap dump of HotSpot; the message says why, without its name. */
public final class UnreadableDumpException extends IOException {
  private static final long serialVersionUID = 1;

  public UnreadableDumpException(String message) {
    super(message);
  }
}
