package io.ttalloc.heap.report;

import org.jspecify.annotations.Nullable;

/**
 * An open resource that the dump has, and what keeps it.
 *
 * @param slot its slot in the ledger
 * @param tally the record id of its tally, which names its type and opening stack; 0 if the dump
 *     does not show it
 * @param state its progress from opening to close
 * @param objectId the number by which other tools find the object in the same dump
 * @param type the name of its class
 * @param ownBytes the bytes of the heap that are reachable only through this object, and not
 *     through another open resource: what would be freed with it. For HotSpot's usual layout
 * @param path the shortest path; null if it is unreachable, or if there are so many resources that
 *     this one's path was left out
 * @param lasts whether it stays reachable when all code that runs has ended
 * @param heldBy the holder that it is in; null if it is in none
 */
public record HeldResource(
    int slot,
    int tally,
    State state,
    long objectId,
    String type,
    long ownBytes,
    Reach reach,
    @Nullable ReferencePath path,
    boolean lasts,
    @Nullable HeldBy heldBy) {
  /** A resource that does not last and is in no holder. */
  public HeldResource(
      int slot,
      int tally,
      State state,
      long objectId,
      String type,
      long ownBytes,
      Reach reach,
      @Nullable ReferencePath path) {
    this(slot, tally, state, objectId, type, ownBytes, reach, path, false, null);
  }

  /** The progress of a resource from opening to close. */
  public enum State {
    OPENING,
    OPEN,
    CLOSING,
    /** Its close has ended, and the ledger may not say so yet. */
    CLOSED
  }
}
