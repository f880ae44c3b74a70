package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.Slots;
import io.ttalloc.ledger.Tally;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/** What openings, closings, holdings and scopes work on together. */
final class Tracked {
  final LedgerWriter ledger;
  final Slots slots;
  final ProbeRules rules;
  final Resources resources = new Resources();
  final ResourceTable table = new ResourceTable();
  final EarlyCloses earlyCloses = new EarlyCloses();
  final ReferenceQueue<Object> queue = new ReferenceQueue<>();
  final LostResources lost;
  private final @Nullable StackCapture stacks;

  /** Whether opening stacks are wanted. */
  final boolean capturesStacks;

  /** What the user wants to see happen; null if nothing. */
  final @Nullable Trace trace;

  Tracked(
      LedgerWriter ledger, ProbeRules rules, @Nullable StackCapture stacks, @Nullable Trace trace) {
    this.ledger = ledger;
    this.slots = ledger.slots();
    this.rules = rules;
    this.stacks = stacks;
    this.capturesStacks = stacks != null;
    this.trace = trace;
    this.lost = new LostResources(this);
  }

  /**
   * The tally of a class under a rule and the current stack; null if the ledger cannot grow.
   *
   * @param here filled on this stack; null if nobody has
   */
  @Nullable Tally tally(ClassFacts.UnderRule of, @Nullable Throwable here) {
    if (stacks != null) {
      return stacks.tally(of.typeId, here == null ? new Throwable() : here);
    }
    Tally known = of.withoutStack;
    if (known == null) {
      known = ledger.tally(of.typeId, 0);
      of.withoutStack = known;
    }
    return known;
  }

  /** The id of the current stack; 0 if it is unknown. */
  int stackHere() {
    return stacks == null ? 0 : stacks.stack();
  }

  /** Text id of something that the application calls by a name; 0 for nothing. */
  int textOf(@Nullable Object name) {
    if (name == null) {
      return 0;
    }
    String text = asText(name);
    if (text.isEmpty()) {
      return 0;
    }
    int id = ledger.text(text);
    if (trace != null) {
      trace.remember(id, text);
    }
    return id;
  }

  /** What something of the application's calls itself, whatever its toString() does. */
  static String asText(Object name) {
    if (name instanceof String text) {
      return text;
    }
    try {
      return String.valueOf(name.toString());
    } catch (Throwable e) {
      HookErrors.rethrowStop(e);
      return "(toString() threw " + e.getClass().getName() + ")";
    }
  }

  /** The type of an owner and, if it has one, its label: {@code program-impl ProgramImpl#17}. */
  String nameOf(Owner owner) {
    String type = rules.type(owner.rule).name;
    String label = slots.label(owner.slot());
    return label == null ? type : type + " " + label;
  }

  /** The resource of an object as an owner of others; null if it is none or not open. */
  @Nullable Owner openOwner(@Nullable Object object) {
    Resource resource = object == null ? null : resources.find(object);
    return resource instanceof Owner owner && owner.isOpen() ? owner : null;
  }

  static @Nullable Owner ownerOf(Resource resource) {
    return Link.ownerOf(resource.link());
  }

  /**
   * Gives a resource another owner and other holders, in one step.
   *
   * @param before what was seen; nothing happens if that is no longer so
   * @param resource pinned by the caller, or being opened by it
   * @return false if another thread has changed it: the caller looks again
   */
  boolean relink(
      ThreadState thread,
      Resource resource,
      @Nullable Link before,
      @Nullable Owner owner,
      Link.@Nullable Holding holding) {
    Owner previous = Link.ownerOf(before);
    // Made before anything is counted: the heap may be full.
    Link link = new Link(resource.tally(), owner, holding);
    // Counted first: an owner may be closed and its slot given away at any moment.
    boolean adopted = owner != null && owner != previous && owner.adopt();
    Owner now = owner == previous || adopted ? owner : null;
    if (now != owner) {
      link = new Link(resource.tally(), null, holding);
    }
    if (!resource.relink(before, link)) {
      if (adopted && now != null) {
        childGone(thread, now);
      }
      return false;
    }
    if (now != null && now != previous) {
      if (now.isFirst()) {
        slots.addFlags(now.slot(), SlotLayout.FLAG_HAS_OWNED);
      }
      if (rules.type(now.rule).freesOwned) {
        now.add(resource);
      }
    }
    if (previous != null && previous != now) {
      leave(thread, previous, resource);
    }
    return true;
  }

  /**
   * Writes into the slot whom a resource belongs to and who holds it. Several threads may do so at
   * once; each goes on until what it wrote is what holds. After an error it is written again.
   */
  void writeLink(ThreadState thread, Resource resource) {
    try {
      writeLinkOnce(thread, resource);
    } catch (Throwable e) {
      writeLinkOnce(thread, resource);
      throw e;
    }
  }

  private void writeLinkOnce(ThreadState thread, Resource resource) {
    int slot = resource.slot();
    Link link;
    do {
      link = resource.link();
      Owner owner = Link.ownerOf(link);
      if (owner == null) {
        slots.setOwner(slot, 0, 0);
      } else {
        slots.setOwner(slot, owner.slot(), slots.generation(owner.slot()));
      }
      Link.Holding holding = Link.holdingOf(link);
      if (owner == null || holding == null || holding.holder != owner) {
        // The slot of a cache that does not count it may be another's.
        slots.setHolder(slot, 0, 0, null, thread.batch);
      } else {
        slots.setHolder(
            slot, owner.slot(), slots.generation(owner.slot()), holding.entry, thread.batch);
      }
    } while (!resource.isLinkedBy(link));
  }

  /** Notes that a resource, which is the caller's to change, was opened in such a scope. */
  void infrastructure(ThreadState thread, Resource resource, int scope) {
    int slot = resource.slot();
    slots.addFlags(slot, SlotLayout.FLAG_INFRASTRUCTURE);
    slots.setInfrastructureScope(slot, ledger.text(rules.scope(scope).name), thread.batch);
  }

  /** Takes a resource out of its owner. */
  void leave(ThreadState thread, Owner owner, Resource child) {
    try {
      childGone(thread, owner);
    } finally {
      if (!Link.isHeldBy(child.link(), owner)) {
        owner.remove(child);
      }
    }
  }

  /** Takes a child out of its owner's count; the last one ends an owner that is gone. */
  private void childGone(ThreadState thread, Owner owner) {
    if (owner.childGone()) {
      if (owner.status() == Resource.COLLECTED) {
        lost.settleEmpty(thread, owner);
      } else {
        free(thread, owner, 0);
      }
    }
  }

  /**
   * Takes a resource that is no longer open out of its owner and out of the caches that hold it.
   */
  void detach(ThreadState thread, Resource resource) {
    Link link = resource.link();
    if (link == null || !resource.unlink(link)) {
      return;
    }
    try {
      if (link.owner != null) {
        childGone(thread, link.owner);
      }
    } finally {
      // Who stays a member by an error is asked whose it is before anything is done to it.
      for (Link.Holding held = link.holding; held != null; held = held.earlier) {
        held.holder.remove(resource);
      }
      if (link.owner != null) {
        link.owner.remove(resource);
      }
    }
  }

  /** Frees the slot of a resource that is settled with this; for the one caller that may. */
  void free(ThreadState thread, Resource resource, int closeStack) {
    int slot = resource.slot();
    if (slot < 0) {
      // Cut off below, where it was not the resource's any more: it is lost, but nothing else is.
      resource.settledInItsSlot();
      return;
    }
    // First of all: whatever happens here, no reader is to take it for open.
    slots.vacate(slot);
    table.clear(slot, resource);
    resource.settled(closeStack);
    slots.free(slot, thread.batch);
  }
}
