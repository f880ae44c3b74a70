package io.ttalloc.analysis.snapshot;

import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ledger's tallies, with an answer also for ids that a damaged ledger does not explain. */
public final class Tallies {
  private static final TypeEntry UNKNOWN_TYPE =
      new TypeEntry("unknown", "unknown", false, false, true, false);

  private final List<TallyEntry> inOrder;
  private final @Nullable TallyEntry[] table;
  private final int shift;

  Tallies(LedgerImage image) {
    inOrder = new ArrayList<>(image.tallies().values());
    inOrder.sort(Comparator.comparingInt(TallyEntry::id));
    // Asked twice per slot, and ids are multiples of a record's size, which an ordinary hash map
    // piles into few buckets.
    int bits = 33 - Integer.numberOfLeadingZeros(Math.max(1, inOrder.size()));
    shift = 32 - bits;
    table = new TallyEntry[1 << bits];
    for (TallyEntry tally : inOrder) {
      int at = home(tally.id());
      while (table[at] != null) {
        at = (at + 1) & (table.length - 1);
      }
      table[at] = tally;
    }
  }

  private int home(int id) {
    return (id * 0x9E3779B9) >>> shift;
  }

  /** The tally with this id; one of type "unknown" if there is none. */
  public TallyEntry get(int id) {
    int at = home(id);
    TallyEntry tally = table[at];
    while (tally != null && tally.id() != id) {
      at = (at + 1) & (table.length - 1);
      tally = table[at];
    }
    return tally != null
        ? tally
        : new TallyEntry(id, UNKNOWN_TYPE, List.of(), 0, 0, 0, 0, 0, 0, 0, new long[0]);
  }

  /** All, in the order of their ids, which is that of their first opening. */
  public List<TallyEntry> all() {
    return inOrder;
  }

  /** What each stack opened, caches left out as in {@link Totals}. */
  public List<Opened> opened() {
    List<Opened> opened = new ArrayList<>();
    for (TallyEntry tally : inOrder) {
      if (!tally.type().holder() && tally.opened() > 0) {
        opened.add(
            new Opened(tally.id(), tally.type(), tally.stack(), tally.opened(), tally.closed()));
      }
    }
    return List.copyOf(opened);
  }
}
