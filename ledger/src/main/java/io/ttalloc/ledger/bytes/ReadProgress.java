package io.ttalloc.ledger.bytes;

/**
 * Is notified as the slots of a ledger are read. Every report reads them several times. Called on
 * the thread that reads, once for each segment, so it should return soon.
 */
public interface ReadProgress {
  /** Does nothing. */
  ReadProgress NONE = (pass, bytes, ofBytes) -> {};

  /**
   * A segment is going to be read.
   *
   * @param pass how often the slots have been gone through, this time included; from 1 on
   * @param bytes where in the ledger
   * @param ofBytes the size of the ledger
   */
  void reached(int pass, long bytes, long ofBytes);
}
