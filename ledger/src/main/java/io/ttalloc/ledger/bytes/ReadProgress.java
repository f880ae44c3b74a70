package io.ttalloc.ledger.bytes;

/**
 * Receives notifications while the slots of a ledger are read; every report reads them several
 * times. Called on the reading thread, once for each segment, so it should return quickly.
 */
public interface ReadProgress {
  /** Ignores all notifications. */
  ReadProgress NONE = (pass, bytes, ofBytes) -> {};

  /**
   * A segment is about to be read.
   *
   * @param pass the number of the pass over the slots, from 1
   * @param bytes the position in the ledger
   * @param ofBytes the size of the ledger
   */
  void reached(int pass, long bytes, long ofBytes);
}
