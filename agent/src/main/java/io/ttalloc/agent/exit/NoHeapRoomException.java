package io.ttalloc.agent.exit;

import java.io.IOException;

/** The heap may be too small for the dump; the message says so, a sentence without its end. */
final class NoHeapRoomException extends IOException {
  private static final long serialVersionUID = 1;

  NoHeapRoomException(String message) {
    super(message);
  }
}
