package io.ttalloc.heap.report;

/**
 * The holder by path that contains a resource. Immutable.
 *
 * @param type the name of the holder's class
 * @param objectId the id by which other tools find the holder in the same dump
 * @param slot the holder's own slot in the ledger if the holder is itself an open resource;
 *     otherwise -1
 * @param entry the key under which the holder keeps the resource; empty if the dump shows no key
 */
public record HeldBy(String type, long objectId, int slot, String entry) {
  /** The slot number of a holder that is not an open resource. */
  public static final int UNTRACKED = -1;
}
