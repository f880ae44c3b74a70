package io.ttalloc.heap.report;

import org.jspecify.annotations.Nullable;

/**
 * An open resource in the dump, and the path that keeps the resource reachable.
 *
 * @param slot its slot in the ledger
 * @param tally the record id of its tally, which identifies its type and opening stack; 0 if the
 *     tally is not in the dump
 * @param state its state between opening and close
 * @param objectId the id by which other tools find the object in the same dump
 * @param type the name of its class
 * @param ownBytes the heap bytes that are reachable only through this object, and not through
 *     another open resource. They would be freed with it; their number assumes HotSpot's usual
 *     layout.
 * @param path the shortest path; null if the resource is unreachable, or if the path was omitted
 *     because there are too many paths or they are too long
 * @param lasts whether the resource stays reachable after all running code has ended
 * @param heldBy the holder that contains the resource; null if there is none
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
  /** The state of a resource between opening and close. */
  public enum State {
    OPENING,
    OPEN,
    CLOSING,
    /** The close of the resource has ended, but the ledger may not show that yet. */
    CLOSED
  }
}
