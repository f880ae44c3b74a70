package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.OwnerTree;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Resources that matter by themselves and close others when they are closed, as a connection closes
 * its statements and a statement its result sets. What such a whole leaves open with itself is a
 * part of the same leak.
 */
final class Wholes {
  private final Map<Integer, SlotEntry> byIndex = new HashMap<>();

  /**
   * Reads the slots once more if any such resource owns something that is open.
   *
   * @throws IOException the ledger could not be read again
   */
  static Wholes of(Facts facts) throws IOException {
    Wholes wholes = new Wholes();
    Set<Integer> owners = facts.slots().plainOwners();
    if (!owners.isEmpty()) {
      // What is damaged is reported by the other passes.
      var ignored = facts.image().forEachSlot(slot -> wholes.add(slot, owners));
    }
    return wholes;
  }

  private void add(SlotEntry slot, Set<Integer> owners) {
    if (owners.contains(slot.id().index()) && slot.state() != SlotState.CLOSED_OWNER) {
      byIndex.put(slot.id().index(), slot);
    }
  }

  /** The resources whose close would close a slot's, the outermost first. */
  List<SlotEntry> of(SlotEntry part) {
    ArrayDeque<SlotEntry> wholes = new ArrayDeque<>();
    SlotEntry owner = owner(part);
    while (owner != null && wholes.size() < OwnerTree.MAX_DEPTH) {
      wholes.addFirst(owner);
      owner = owner(owner);
    }
    return List.copyOf(wholes);
  }

  private @Nullable SlotEntry owner(SlotEntry slot) {
    SlotEntry.Id id = slot.ownership().owner();
    SlotEntry owner = id == null ? null : byIndex.get(id.index());
    return owner != null && owner.id().equals(id) && owner.tally().type().closing().freesOwned()
        ? owner
        : null;
  }
}
