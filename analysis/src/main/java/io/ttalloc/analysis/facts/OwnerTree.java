package io.ttalloc.analysis.facts;

import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.text.SourceNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The owners of resources. A link is followed only if the slot that it refers to still belongs to
 * the recorded owner. A chain has at most {@link #MAX_DEPTH} owners, since a damaged ledger may
 * contain cycles.
 */
public final class OwnerTree {
  /** The maximum length of an owner chain. */
  public static final int MAX_DEPTH = 64;

  private final Map<Integer, OwnerNode> byIndex;

  private OwnerTree(Map<Integer, OwnerNode> byIndex) {
    this.byIndex = byIndex;
  }

  static OwnerTree of(LedgerImage image) {
    List<SlotEntry> slots = new ArrayList<>(image.owners().values());
    slots.sort(OwnerNode.BY_OPENING);
    Map<String, Integer> numbers = new HashMap<>();
    Map<String, Integer> named = new HashMap<>();
    Map<Integer, OwnerNode> byIndex = new HashMap<>();
    for (SlotEntry slot : slots) {
      String simple = SourceNames.simpleQualifier(slot.tally().type().className());
      int number = numbers.merge(simple, 1, Integer::sum);
      String label = ownName(slot, simple);
      String name = label == null ? simple + "#" + number : distinct(label, named);
      byIndex.put(slot.id().index(), new OwnerNode(slot, name));
    }
    return new OwnerTree(byIndex);
  }

  /**
   * Returns the label if it already consists of a class and a number, else null. Adding a second
   * number could make two names equal.
   */
  private static @Nullable String ownName(SlotEntry slot, String simple) {
    String label = slot.label();
    if (label == null || label.length() < simple.length() + 2 || !label.startsWith(simple)) {
      return null;
    }
    char mark = label.charAt(simple.length());
    boolean numbered = Character.isDigit(label.charAt(simple.length() + 1));
    return numbered && (mark == '#' || mark == ' ') ? label : null;
  }

  /** Makes a unique name from a label, which need not be unique. */
  private static String distinct(String label, Map<String, Integer> named) {
    int times = named.merge(label, 1, Integer::sum);
    return times == 1 ? label : label + " no. " + times;
  }

  /** Returns the slot as an owner, or null if it is not one. */
  public @Nullable OwnerNode node(SlotEntry slot) {
    return byIndex.get(slot.id().index());
  }

  /** Returns the owner in the slot with this index, or null if there is none. */
  public @Nullable OwnerNode at(int slotIndex) {
    return byIndex.get(slotIndex);
  }

  /** The direct owner, or null if there is none. */
  public @Nullable OwnerNode ownerOf(SlotEntry slot) {
    return valid(slot.ownership().owner());
  }

  /** Returns the cache that holds the resource, or null if none does. */
  public @Nullable OwnerNode holderOf(SlotEntry slot) {
    SlotEntry.Held held = slot.ownership().held();
    return held == null ? null : valid(held.holder());
  }

  /** Returns the owners from the direct one outwards. */
  public List<OwnerNode> chain(SlotEntry slot) {
    List<OwnerNode> chain = new ArrayList<>();
    OwnerNode owner = ownerOf(slot);
    while (owner != null && chain.size() < MAX_DEPTH && !chain.contains(owner)) {
      chain.add(owner);
      owner = ownerOf(owner.slot());
    }
    return chain;
  }

  private @Nullable OwnerNode valid(SlotEntry.@Nullable Id id) {
    OwnerNode owner = id == null ? null : byIndex.get(id.index());
    return owner != null && owner.slot().id().equals(id) ? owner : null;
  }

  /** Records in each owner of a slot that a resource is open below that owner. */
  void markOwnersOf(SlotEntry slot) {
    if (!isApart(slot)) {
      markOwnersOfDangling(slot);
      return;
    }
    OwnerNode owner = ownerOf(slot);
    while (owner != null && !owner.ownsApart()) {
      owner.setOwnsApart();
      owner = ownerOf(owner.slot());
    }
  }

  /**
   * Like {@link #markOwnersOf}, for a view whose memory is gone; such a view counts like any other
   * open resource.
   */
  void markOwnersOfDangling(SlotEntry slot) {
    OwnerNode owner = ownerOf(slot);
    while (owner != null && !owner.ownsOpen()) {
      owner.setOwnsOpen();
      owner = ownerOf(owner.slot());
    }
  }

  /**
   * Whether the resource in a slot is judged independently of its owners: it is a view, or
   * infrastructure that was not lost.
   */
  public boolean isApart(SlotEntry slot) {
    return slot.place().alias() || (slot.infrastructure() && !isCollected(slot));
  }

  /** Whether the resource or one of its owners was collected. */
  private boolean isCollected(SlotEntry slot) {
    if (slot.state() == SlotState.COLLECTED) {
      return true;
    }
    for (OwnerNode owner : chain(slot)) {
      if (owner.isCollected()) {
        return true;
      }
      if (owner.isClosed() || owner.type().holder()) {
        return false;
      }
    }
    return false;
  }

  /** All owners, in an arbitrary but stable order. */
  public Collection<OwnerNode> all() {
    return byIndex.values();
  }
}
