package io.ttalloc.analysis.snapshot;

import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The ledger's tallies, with an answer also for ids that a damaged ledger does not explain. */
public final class Tallies {
  private static final TypeEntry UNKNOWN_TYPE =
      new TypeEntry("unknown", "unknown", false, false, true, false);

  private final Map<Integer, TallyEntry> byId;
  private final List<TallyEntry> inOrder;

  Tallies(LedgerImage image) {
    byId = image.tallies();
    inOrder = new ArrayList<>(byId.values());
    inOrder.sort(Comparator.comparingInt(TallyEntry::id));
  }

  /** The tally with this id; one of type "unknown" if there is none. */
  public TallyEntry get(int id) {
    TallyEntry tally = byId.get(id);
    return tally != null
        ? tally
        : new TallyEntry(id, UNKNOWN_TYPE, List.of(), 0, 0, 0, 0, 0, 0, 0, new long[0]);
  }

  /** All, in the order of their ids, which is that of their first opening. */
  public List<TallyEntry> all() {
    return inOrder;
  }
}
