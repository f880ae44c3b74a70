package io.ttalloc.analysis.snapshot;

import io.ttalloc.analysis.stack.Sites;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one ledger.
 *
 * @param places the memory that is taken, by place
 */
public record Snapshot(
    LedgerImage image,
    Tallies tallies,
    Sites sites,
    OwnerTree owners,
    Map<Place, Regions> places,
    Reconciliation reconciliation,
    List<DeviceRow> devices,
    Totals totals,
    List<Lifetime> lifetimes) {

  /** Reads all slots once. */
  public static Snapshot of(LedgerImage image) throws IOException {
    return new SnapshotBuilder(image).build();
  }

  /** The memory in this place, or null if none is taken. */
  public @Nullable Regions at(Place place) {
    return places.get(place);
  }

  /** Regions that touch without overlapping, where most bytes are; null if none do. */
  public @Nullable Neighbours neighbours() {
    Neighbours found = null;
    long most = -1;
    for (Regions regions : places.values()) {
      if (regions.liveBytes() > most && !regions.place().isMesh()) {
        Neighbours touching = regions.touching();
        if (touching != null) {
          found = touching;
          most = regions.liveBytes();
        }
      }
    }
    return found;
  }

  /** Whether the slot is to be judged for itself. */
  public Standing standing(SlotEntry slot) {
    return Standing.of(slot, tallies.get(slot.tally()).type(), owners);
  }
}
