package io.ttalloc.ledger.read;

/** The ways in which a reader learns whether the process that writes a ledger still runs. */
public enum Liveness {
  /**
   * The reader is in that process. The lock file is not opened: closing any descriptor of it would
   * release the lock.
   */
  OWN_PROCESS,
  /** The same, and what is open is taken as if the process ended now. */
  OWN_PROCESS_ENDING,
  /**
   * By probing the lock file beside the ledger: if it is unlocked or missing, the process has
   * ended.
   */
  PROBE
}
