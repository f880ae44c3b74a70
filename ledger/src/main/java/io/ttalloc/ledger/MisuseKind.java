package io.ttalloc.ledger;

import org.jspecify.annotations.Nullable;

/** A wrong use of a resource, other than a leak. */
public enum MisuseKind {
  /** A resource was closed again, although its type does not allow this. */
  DOUBLE_CLOSE(1),
  /** A method that requires an open resource was called on a closed one. */
  USE_AFTER_CLOSE(2),
  /** A close threw an exception; the resource counts as open until a close succeeds. */
  CLOSE_FAILED(3),
  /** A resource was closed by code other than its owner, while the owner was still open. */
  CLOSED_BY_OTHER(4),
  /** An object was closed, but its opening was never seen. */
  CLOSE_OF_UNKNOWN(5);

  private final int code;

  MisuseKind(int code) {
    this.code = code;
  }

  /** The code of this kind in the ledger. */
  public int code() {
    return code;
  }

  /** The kind with the given code; null if this version does not know the code. */
  public static @Nullable MisuseKind ofCode(int code) {
    for (MisuseKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    return null;
  }
}
