package io.ttalloc.viewer;

/** A report for the viewer cannot be written; the message is a sentence for the user. */
public final class ViewerException extends Exception {
  private static final long serialVersionUID = 1L;

  ViewerException(String message) {
    super(message);
  }

  ViewerException(String message, Throwable cause) {
    super(message, cause);
  }
}
