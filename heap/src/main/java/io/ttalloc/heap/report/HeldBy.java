package io.ttalloc.heap.report;

/**
 * The holder by path that contains a resource. Immutable.
 *
 * @param type the name of its class
 * @param objectId the id by which other tools find it in the same dump
 * @param slot its own slot in the ledger if it is itself an open resource; otherwise -1
 * @param entry the key under which it holds the resource; empty if the dump does not show one
 */
public record HeldBy(String type, long objectId, int slot, String entry) {
  /** The slot number of a holder that is not an open resource. */
  public static final int UNTRACKED = -1;
}
