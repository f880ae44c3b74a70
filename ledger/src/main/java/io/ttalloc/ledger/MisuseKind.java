package io.ttalloc.ledger;

/** A wrong use of a resource that is not a leak. The ordinal is written to the ledger. */
public enum MisuseKind {
  /** A resource whose type is not idempotent was closed again. */
  DOUBLE_CLOSE,
  /** A method that a closed resource must not get was called. */
  USE_AFTER_CLOSE,
  /** A close threw; the resource counts as open until one succeeds. */
  CLOSE_FAILED,
  /** Something other than its owner closed a resource whose owner lives on. */
  CLOSED_BY_OTHER,
  /** A close of something that was never seen to be opened. */
  CLOSE_OF_UNKNOWN
}
