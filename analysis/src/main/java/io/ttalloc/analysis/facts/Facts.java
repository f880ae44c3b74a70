package io.ttalloc.analysis.facts;

import io.ttalloc.analysis.memory.MemoryMap;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.ledger.read.CloseSiteEntry;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one ledger, from which verdicts are derived.
 *
 * @param tallies in the order of their first opening
 * @param closeSites by the id of the tally, the most frequent first
 * @param withoutBytes open resources that have no bytes, such as files; without containers
 * @param addressed whether anything open has an address
 * @param damage what was wrong with the file when its slots were read, beyond the damage of the
 *     image
 */
public record Facts(
    LedgerImage image,
    List<TallyEntry> tallies,
    CallSites sites,
    OwnerTree owners,
    MemoryMap memory,
    Timeline timeline,
    RunningCalls calls,
    List<Lifetime> lifetimes,
    Map<Integer, List<CloseSiteEntry>> closeSites,
    long withoutBytes,
    boolean addressed,
    List<String> damage) {
  /**
   * Reads all slots once, and once more if views may have outlived their memory.
   *
   * @throws IOException the ledger's slots could not be read
   */
  public static Facts of(LedgerImage image) throws IOException {
    return new FactsBuilder(image).build();
  }

  /** The tally with this id; null if a damaged ledger no longer has it. */
  public @Nullable TallyEntry tally(int id) {
    return image.tallies().get(id);
  }

  /** The tallies that opened anything, without caches, in the order of first opening. */
  public List<TallyEntry> opened() {
    return tallies.stream().filter(tally -> !tally.type().holder() && tally.opened() > 0).toList();
  }

  /** Where resources of this tally were closed, the most frequent first. */
  public List<CloseSiteEntry> closeSites(TallyEntry tally) {
    return closeSites.getOrDefault(tally.id(), List.of());
  }

  /** The stack that closed an owner, innermost first; empty if unknown. */
  public List<Frame> closeStack(OwnerNode owner) {
    SlotEntry.Extension extension = owner.slot().extension();
    return extension == null ? List.of() : image.stack(extension.closeStack());
  }
}
