package io.ttalloc.cache;

/** Thrown if the bytes that were read cannot be the bytes that were written. */
public final class DamagedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DamagedException() {
    super("damaged", null, false, false);
  }
}
