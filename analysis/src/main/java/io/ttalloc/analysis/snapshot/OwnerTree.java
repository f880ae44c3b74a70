package io.ttalloc.analysis.snapshot;

import io.ttalloc.analysis.wording.Names;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who owns whom. A link is followed only while the slot that it names still is the owner that was
 * meant, and never further than {@link #MAX_DEPTH}: a damaged ledger may hold circles.
 */
public final class OwnerTree {
  /** Longest chain of owners that is followed. */
  public static final int MAX_DEPTH = 64;

  private final Map<Integer, Owner> byIndex;

  private OwnerTree(Map<Integer, Owner> byIndex) {
    this.byIndex = byIndex;
  }

  static OwnerTree of(LedgerImage image, Tallies tallies) {
    List<SlotEntry> slots = new ArrayList<>(image.owners().values());
    slots.sort(
        (a, b) -> {
          int byTime = Long.compare(a.openedNanos(), b.openedNanos());
          return byTime != 0 ? byTime : Integer.compare(a.index(), b.index());
        });
    Map<String, Integer> numbers = new HashMap<>();
    Map<String, Integer> named = new HashMap<>();
    Map<Integer, Owner> byIndex = new HashMap<>();
    for (SlotEntry slot : slots) {
      TypeEntry type = tallies.get(slot.tally()).type();
      String simple = Names.simple(type.className());
      int number = numbers.merge(simple, 1, Integer::sum);
      String own = ownName(slot, simple);
      String name = own == null ? simple + "#" + number : distinct(own, named);
      byIndex.put(slot.index(), new Owner(slot, type, name));
    }
    return new OwnerTree(byIndex);
  }

  /** A label that is a class and a number already: two numberings would contradict each other. */
  private static @Nullable String ownName(SlotEntry slot, String simple) {
    SlotEntry.Extension extension = slot.extension();
    String label = extension == null ? null : extension.label();
    if (label == null || label.length() < simple.length() + 2 || !label.startsWith(simple)) {
      return null;
    }
    char mark = label.charAt(simple.length());
    boolean numbered = Character.isDigit(label.charAt(simple.length() + 1));
    return numbered && (mark == '#' || mark == ' ') ? label : null;
  }

  /** Labels need not be unique, names must. */
  private static String distinct(String own, Map<String, Integer> named) {
    int times = named.merge(own, 1, Integer::sum);
    return times == 1 ? own : own + " no. " + times;
  }

  /** The slot as an owner, or null if it is none. */
  public @Nullable Owner node(SlotEntry slot) {
    return byIndex.get(slot.index());
  }

  /** The direct owner, or null if nobody owns it. */
  public @Nullable Owner ownerOf(SlotEntry slot) {
    return valid(slot.owner(), slot.ownerGeneration());
  }

  /** The cache that took it in, or null if none did. */
  public @Nullable Owner holderOf(SlotEntry slot) {
    SlotEntry.Extension extension = slot.extension();
    return extension == null ? null : valid(extension.holder(), extension.holderGeneration());
  }

  /** Owners from the direct one outwards. */
  public List<Owner> chain(SlotEntry slot) {
    List<Owner> chain = new ArrayList<>();
    Owner owner = ownerOf(slot);
    while (owner != null && chain.size() < MAX_DEPTH && !chain.contains(owner)) {
      chain.add(owner);
      owner = ownerOf(owner.slot());
    }
    return chain;
  }

  private @Nullable Owner valid(int index, int generation) {
    if (index == 0) {
      return null;
    }
    Owner owner = byIndex.get(index);
    return owner != null && owner.slot().generation() == generation ? owner : null;
  }

  /** Notes that this slot is open below each of its owners. */
  void markOwnersOf(SlotEntry slot) {
    boolean apart = slot.alias() || (slot.infrastructure() && !isCollected(slot));
    if (!apart) {
      markOwnersOfJudged(slot);
      return;
    }
    Owner owner = ownerOf(slot);
    while (owner != null && !owner.ownsApart()) {
      owner.setOwnsApart();
      owner = ownerOf(owner.slot());
    }
  }

  /** The same for what certainly is judged by its owners. */
  void markOwnersOfJudged(SlotEntry slot) {
    Owner owner = ownerOf(slot);
    while (owner != null && !owner.ownsOpen()) {
      owner.setOwnsOpen();
      owner = ownerOf(owner.slot());
    }
  }

  /** Whether the collector took it or an owner of it. */
  private boolean isCollected(SlotEntry slot) {
    if (slot.state() == SlotState.COLLECTED) {
      return true;
    }
    for (Owner owner : chain(slot)) {
      if (owner.isCollected()) {
        return true;
      }
      if (owner.isClosed() || owner.type().holder()) {
        return false;
      }
    }
    return false;
  }

  /** Containers that are open count as something open for their own owners. */
  void markOwnersOfContainers() {
    for (Owner owner : byIndex.values()) {
      boolean open = owner.slot().state() == SlotState.OPEN;
      boolean container = Standing.isContainer(owner.type()) && !owner.type().holder();
      if (open && container && !isShownWithOwner(owner)) {
        markOwnersOf(owner.slot());
      }
    }
  }

  /** Whether all that it owns is judged apart from it, while an owner stands for it as well. */
  boolean isShownWithOwner(Owner owner) {
    if (owner.ownsOpen() || !owner.ownsApart()) {
      return false;
    }
    Owner above = ownerOf(owner.slot());
    return above != null && !above.isClosed() && !above.type().holder();
  }

  Collection<Owner> all() {
    return byIndex.values();
  }
}
