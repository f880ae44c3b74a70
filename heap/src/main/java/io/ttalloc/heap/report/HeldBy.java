package io.ttalloc.heap.report;

/**
 * The holder that a resource is in, where a rule leaves it to the heap to show this. Immutable.
 *
 * @param type the name of its class
 * @param objectId the number by which other tools find it in the same dump
 * @param slot its own slot in the ledger if it is an open resource itself; -1 if it is none
 * @param entry the key under which it has the resource; empty if the dump does not show one
 */
public record HeldBy(String type, long objectId, int slot, String entry) {
  /** The slot of a holder that is no open resource. */
  public static final int UNTRACKED = -1;
}
