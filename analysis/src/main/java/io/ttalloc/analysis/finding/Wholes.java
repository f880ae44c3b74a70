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
 * Resources that are tracked for their own sake and close others when they are closed, as a
 * connection closes its statements and a statement its result sets. If such a whole is left open,
 * the resources that its close would have closed are part of the same leak.
 */
final class Wholes {
  private final Map<Integer, SlotEntry> byIndex = new HashMap<>();

  /**
   * Finds the wholes; reads the slots once more if any such resource owns something open.
   *
   * @throws IOException if the ledger could not be read again
   */
  static Wholes of(Facts facts) throws IOException {
    Wholes wholes = new Wholes();
    Set<Integer> owners = facts.slots().plainOwners();
    if (!owners.isEmpty()) {
      // Damage is reported by the other passes.
      var ignored = facts.image().forEachSlot(slot -> wholes.add(slot, owners));
    }
    return wholes;
  }

  private void add(SlotEntry slot, Set<Integer> owners) {
    if (owners.contains(slot.id().index()) && slot.state() != SlotState.CLOSED_OWNER) {
      byIndex.put(slot.id().index(), slot);
    }
  }

  /** The resources whose close would also close the slot's resource, the outermost first. */
  List<SlotEntry> of(SlotEntry part) {
    if (byIndex.isEmpty()) {
      return List.of();
    }
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
