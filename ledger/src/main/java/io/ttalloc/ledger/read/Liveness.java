package io.ttalloc.ledger.read;

/** How a reader learns whether the process that writes a ledger still runs. */
public enum Liveness {
  /**
   * The reader is in that process. The lock file is not touched: closing any descriptor of it would
   * drop the lock.
   */
  OWN_PROCESS,
  /**
   * By probing the lock file beside the ledger: if it is free or missing, the process has ended.
   */
  PROBE
}
