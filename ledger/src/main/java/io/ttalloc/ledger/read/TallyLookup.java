package io.ttalloc.ledger.read;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the tallies of slots; neighbouring slots mostly have the same tally. Not thread-safe. */
final class TallyLookup {
  private final Map<Integer, TallyEntry> tallies;
  private final boolean live;
  private int lastId;
  private @Nullable TallyEntry last;
  private long unknown;

  /**
   * Creates a lookup in the given tallies.
   *
   * @param live whether the process may have added others since
   */
  TallyLookup(Map<Integer, TallyEntry> tallies, boolean live) {
    this.tallies = tallies;
    this.live = live;
  }

  /**
   * The tally of a slot. If the file does not contain it, the unknown tally; in a running process,
   * null: the resource is newer than the tallies that were read, and is omitted.
   */
  @Nullable TallyEntry find(int id) {
    if (id != lastId || last == null) {
      lastId = id;
      last = tallies.get(id);
    }
    TallyEntry found = last;
    if (found == null) {
      unknown++;
      return live ? null : Tallies.UNKNOWN_ENTRY;
    }
    return found;
  }

  /** The number of lookups that found no tally. */
  long unknown() {
    return unknown;
  }
}
