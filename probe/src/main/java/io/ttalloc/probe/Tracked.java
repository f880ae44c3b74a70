package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.Slots;
import io.ttalloc.ledger.Tally;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/** What openings, closings, holdings and scopes share, and the steps that several of them take. */
final class Tracked {
  final LedgerWriter ledger;
  final Slots slots;
  final ProbeRules rules;
  final Resources resources;
  final ResourceTable table = new ResourceTable();
  final EarlyCloses earlyCloses = new EarlyCloses();
  final EarlyHolds earlyHolds = new EarlyHolds();
  final ReferenceQueue<Object> queue = new ReferenceQueue<>();
  final OnDevices onDevices;
  final LostResources lost;
  final Flight flight;
  final FullHeap heap;

  /** Counts what an error costs that is no whole event. */
  final HookErrors errors;

  private final @Nullable StackCapture stacks;

  /** Whether stacks are captured. */
  final boolean capturesStacks;

  Tracked(
      LedgerWriter ledger,
      ProbeRules rules,
      @Nullable StackCapture stacks,
      FullHeap heap,
      HookErrors errors) {
    this.ledger = ledger;
    this.heap = heap;
    this.errors = errors;
    this.flight = new Flight(errors);
    this.slots = ledger.slots();
    this.rules = rules;
    this.resources = new Resources(rules);
    this.stacks = stacks;
    this.capturesStacks = stacks != null;
    this.onDevices = new OnDevices(ledger);
    this.lost = new LostResources(this);
  }

  /** An object's class under a rule; null if the ledger cannot grow. */
  ClassFacts.@Nullable UnderRule underRule(
      Object object, ClassFacts facts, ProbeType type, int rule) {
    ClassFacts.UnderRule known = facts.underRule(rule);
    if (known != null) {
      return known;
    }
    int completed = rules.completed(rule, object.getClass());
    ProbeType whole = rules.type(completed);
    int flags = rules.flags(whole, object.getClass());
    String className = classNameOf(object, facts, type);
    String unseen = rules.unseenCloses(whole, object.getClass());
    long limit = rules.limitNanos(whole);
    int typeId = ledger.type(whole.name, className, flags, whole.release, unseen, limit);
    if (typeId == 0) {
      return null;
    }
    SuperTypeRecords.write(ledger.rows(), className, object.getClass());
    return facts.add(rule, typeId, completed);
  }

  /** The name of the class that reports show: of a number, that of its rule. */
  static String classNameOf(Object object, ClassFacts facts, ProbeType type) {
    return object instanceof Keyed ? type.classes : facts.className();
  }

  /**
   * The tally of a class under a rule and the current stack; null if the ledger cannot grow.
   *
   * @param here filled on this stack; null if that is still to be done
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

  /**
   * Adds an event to the history, with the place that its slot says. Throws nothing.
   *
   * @param kind one of the {@code EVENT_} constants of the ledger's layout
   */
  void event(ThreadState thread, int kind, Resource resource, long nowNanos) {
    int slot = resource.slot();
    try {
      ledger.event(
          thread.stripe,
          kind,
          onDevices.spaceOf(slot),
          nowNanos,
          resource.tally().id(),
          slots.device(slot),
          slots.address(slot),
          slots.bytes(slot));
    } catch (Throwable e) {
      errors.failed(e);
    }
    if (flight.isOn()) {
      flight.ended(kind, resource.tally().id(), slots, slot, nowNanos);
    }
  }

  /**
   * The id of the current stack; 0 if it is unknown, or the heap too full for it. Throws nothing: a
   * stack is never worth an event.
   */
  int stackHere() {
    try {
      return stacks == null ? 0 : stacks.stack(heap);
    } catch (Throwable e) {
      errors.failed(e);
      return 0;
    }
  }

  /** The text id of a name that the application uses; 0 for none. */
  int textOf(@Nullable Object name) {
    String text = name == null ? "" : asText(name);
    if (text.isEmpty()) {
      return 0;
    }
    return ledger.text(text);
  }

  /** The text of an object of the application, whatever its toString() does. */
  static String asText(Object name) {
    if (name instanceof String text) {
      return text;
    }
    try {
      return String.valueOf(name.toString());
    } catch (Throwable e) {
      return "(toString() threw " + e.getClass().getName() + ")";
    }
  }

  /** The type of an owner and, if it has one, its label: {@code program-impl ProgramImpl#17}. */
  String nameOf(Owner owner) {
    String type = rules.type(owner.rule).name;
    String label = slots.label(owner.slot());
    return label == null ? type : type + " " + label;
  }

  /** The resource of an object if it is an owner and open; else null. */
  @Nullable Owner openOwner(@Nullable Object object) {
    Resource resource = resources.find(object);
    return resource instanceof Owner owner && owner.isOpen() ? owner : null;
  }

  static @Nullable Owner ownerOf(Resource resource) {
    return Link.ownerOf(resource.link());
  }

  /**
   * Gives a resource another owner and other holders, in one step.
   *
   * @param resource pinned by the caller, or being opened by it
   * @param before what the caller saw; nothing happens if that has changed
   * @return false if another thread has changed it: the caller has to look again
   */
  boolean relink(
      ThreadState thread,
      Resource resource,
      @Nullable Link before,
      @Nullable Owner owner,
      Link.@Nullable Holding holding) {
    Owner previous = Link.ownerOf(before);
    // Allocated before anything is counted: the heap may be full.
    Link link = new Link(resource.tally(), owner, holding);
    if (owner != null && owner != previous && rules.type(owner.rule).freesOwned) {
      // A member too many does no harm: whoever visits members looks at their links.
      owner.add(resource);
    }
    // Counted first: an owner may be closed and its slot reused at any moment.
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
    if (now != null && now != previous && now.isFirst()) {
      slots.addFlags(now.slot(), SlotLayout.FLAG_HAS_OWNED);
    }
    if (previous != null && previous != now) {
      leave(thread, previous, resource);
    }
    return true;
  }

  /**
   * Writes into the slot to whom a resource belongs and who holds it. Several threads may do so at
   * once; each repeats it until the link that it wrote is still the current one. Allocates nothing.
   */
  void writeLink(ThreadState thread, Resource resource) {
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
        // A cache that is not its owner does not count it: that cache's slot may be another's.
        slots.setHolder(slot, 0, 0, null, thread.batch);
      } else {
        byte[] entry = holding.entry == null ? null : holding.entry.encoded;
        slots.setHolder(slot, owner.slot(), slots.generation(owner.slot()), entry, thread.batch);
      }
    } while (!resource.isLinkedBy(link));
  }

  /** Records that a resource, which is pinned or being opened, was opened in such a scope. */
  void infrastructure(ThreadState thread, Resource resource, int scope) {
    int slot = resource.slot();
    slots.addFlags(slot, SlotLayout.FLAG_INFRASTRUCTURE);
    slots.setInfrastructureScope(slot, ledger.text(rules.scope(scope).name), thread.batch);
  }

  /** Removes a resource from its owner. */
  void leave(ThreadState thread, Owner owner, Resource child) {
    childGone(thread, owner);
    if (!Link.isHeldBy(child.link(), owner)) {
      removeMember(owner, child);
    }
  }

  /** A member too many does no harm, so an error here is only counted. */
  private void removeMember(Owner owner, Resource member) {
    try {
      owner.remove(member);
    } catch (Throwable e) {
      errors.failed(e);
    }
  }

  /** Removes a resource from a cache, which no longer holds it. Throws nothing. */
  void leave(Link.Holding held, Resource resource) {
    removeMember(held.holder, resource);
    if (held.entry != null) {
      leaveEntry(held.holder, held.entry, resource);
    }
  }

  /** Forgets the name of a resource, unless another has it by now. Throws nothing. */
  void leaveEntry(Owner holder, EntryName entry, Resource resource) {
    try {
      holder.leaveEntry(entry, resource);
    } catch (Throwable e) {
      errors.failed(e);
    }
  }

  /** Uncounts a child; the last one frees an owner that is gone. */
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
   * Unlinks a resource that is no longer open from its owner and from the caches that hold it.
   *
   * @return the link, of which {@link #forget} has to be told when all is recorded
   */
  @Nullable Link detach(ThreadState thread, Resource resource) {
    Link link = resource.link();
    if (link == null || !resource.unlink(link)) {
      return null;
    }
    if (link.owner != null) {
      childGone(thread, link.owner);
    }
    return link;
  }

  /** Removes what was detached from the members of its owner and of the caches that held it. */
  void forget(@Nullable Link detached, Resource resource) {
    if (detached != null) {
      for (Link.Holding held = detached.holding; held != null; held = held.earlier) {
        leave(held, resource);
      }
      if (detached.owner != null) {
        removeMember(detached.owner, resource);
      }
    }
  }

  /** Settles a resource and frees its slot. Only whoever has to settle it may call this. */
  void free(ThreadState thread, Resource resource, int closeStack) {
    int slot = resource.slot();
    table.clear(slot);
    resource.settled(closeStack);
    slots.free(slot, thread.batch);
  }
}
