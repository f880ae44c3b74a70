package io.ttalloc.ledger.read;

/** How a reader finds out whether the process that writes a ledger is still running. */
public enum Liveness {
  /**
   * The reader is part of the writing process. It does not open the lock file, because closing any
   * descriptor of that file would release the lock.
   */
  OWN_PROCESS,
  /** Like {@link #OWN_PROCESS}, but open resources are judged as if the process ended now. */
  OWN_PROCESS_ENDING,
  /**
   * The reader probes the lock file beside the ledger: if the file is unlocked or missing, the
   * process has ended.
   */
  PROBE
}
