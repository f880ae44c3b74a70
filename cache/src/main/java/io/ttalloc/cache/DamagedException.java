package io.ttalloc.cache;

/** Bytes are not what was written. */
public final class DamagedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DamagedException() {
    super("damaged", null, false, false);
  }
}
