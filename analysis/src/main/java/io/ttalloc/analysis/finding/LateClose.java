package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.LateCloseEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.List;

/**
 * Closes from one stack that came after the limit of their type, of what one stack opened.
 *
 * @param entry the record in the ledger
 * @param tally the type, and the stack that opened them
 * @param yourOpening index of the user's own frame in the opening stack; -1 if there is none
 * @param yourClosing index of the user's own frame in the closing stack; -1 if there is none
 */
public record LateClose(LateCloseEntry entry, TallyEntry tally, int yourOpening, int yourClosing) {

  static LateClose of(LateCloseEntry entry, TallyEntry tally, CallSites sites) {
    String ownClass = tally.type().className();
    return new LateClose(
        entry,
        tally,
        sites.yourFrame(ownClass, tally.stack()),
        sites.yourFrame(ownClass, entry.stack()));
  }

  public TypeEntry type() {
    return tally.type();
  }

  public long count() {
    return entry.count();
  }

  /** By how much the latest of them came after the limit. */
  public long longestNanos() {
    return entry.longestNanos();
  }

  /** The stack that opened them, innermost frame first; empty if it was not captured. */
  public List<Frame> openedBy() {
    return tally.stack();
  }

  /** The stack that closed them or gave them back to a cache, as {@link #openedBy}. */
  public List<Frame> closedBy() {
    return entry.stack();
  }
}
