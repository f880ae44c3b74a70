package io.ttalloc.probe.commit;

/**
 * Gets openings, closes and losses while somebody records them elsewhere. Called on the thread
 * where they happen, inside a hook; must not wait.
 */
public interface FlightListener {
  /**
   * Something happened to a resource.
   *
   * @param kind one of the {@code EVENT_} constants of the ledger's layout
   * @param tally the id of its tally, a record of the ledger
   * @param livedNanos since its opening
   * @param slotFlags the {@code FLAG_} constants of its slot
   * @param space the id of a text of the ledger; 0 if it is in none
   */
  void happened(
      int kind,
      int tally,
      long livedNanos,
      long bytes,
      int slotFlags,
      int device,
      int space,
      long address);
}
