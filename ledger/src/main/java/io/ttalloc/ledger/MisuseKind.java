package io.ttalloc.ledger;

import org.jspecify.annotations.Nullable;

/** A wrong use of a resource that is not a leak. */
public enum MisuseKind {
  /** A resource whose type is not idempotent was closed again. */
  DOUBLE_CLOSE(1),
  /** A method that a closed resource must not get was called. */
  USE_AFTER_CLOSE(2),
  /** A close threw; the resource counts as open until one succeeds. */
  CLOSE_FAILED(3),
  /** Something other than its owner closed a resource whose owner lives on. */
  CLOSED_BY_OTHER(4),
  /** A close of something that was never seen to be opened. */
  CLOSE_OF_UNKNOWN(5);

  private final int code;

  MisuseKind(int code) {
    this.code = code;
  }

  /** The code of this kind in the ledger. */
  public int code() {
    return code;
  }

  /** The kind with a code; null if this version knows none. */
  public static @Nullable MisuseKind ofCode(int code) {
    for (MisuseKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    return null;
  }
}
