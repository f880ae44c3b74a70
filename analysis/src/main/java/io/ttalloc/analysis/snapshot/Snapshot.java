package io.ttalloc.analysis.snapshot;

import io.ttalloc.analysis.memory.MemoryMap;
import io.ttalloc.analysis.stack.Sites;
import io.ttalloc.analysis.timeline.Timeline;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import java.io.IOException;
import java.util.List;

/** The facts of one ledger. */
public record Snapshot(
    LedgerImage image,
    Tallies tallies,
    Sites sites,
    OwnerTree owners,
    MemoryMap memory,
    Timeline timeline,
    Totals totals,
    RunningCalls calls,
    List<Lifetime> lifetimes) {

  /**
   * Reads all slots once.
   *
   * @throws IOException the ledger's slots could not be read
   */
  public static Snapshot of(LedgerImage image) throws IOException {
    return new SnapshotBuilder(image).build();
  }

  /** Whether the slot is to be judged for itself. */
  public Standing standing(SlotEntry slot) {
    return Standing.of(slot, tallies.get(slot.tally()).type(), owners);
  }
}
