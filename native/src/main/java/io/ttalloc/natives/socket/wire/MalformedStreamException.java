package io.ttalloc.natives.socket.wire;

/**
 * Thrown if bytes cannot be messages. The exception's message says what was found, where, and what
 * was expected.
 */
public final class MalformedStreamException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedStreamException(String message) {
    super(message);
  }
}
