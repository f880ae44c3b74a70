package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.LedgerWriter;
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
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      return "(toString() threw " + e.getClass().getName() + ")";
    }
  }

  /** The type of an owner and, if it has one, its label: {@code program-impl ProgramImpl#17}. */
  String nameOf(Owner owner) {
    String type = rules.type(owner.rule).name;
    String label = slots.label(owner.slot());
    return label == null ? type : type + " " + label;
  }

  /** The owner of an open resource, if there is one that still counts it. */
  @Nullable Owner ownerOf(Resource resource) {
    int slot = resource.slot();
    int owner = slots.owner(slot);
    return owner == 0 ? null : table.owner(owner, slots.ownerGeneration(slot));
  }

  /** The cache that holds an open resource. */
  @Nullable Owner holderOf(Resource resource) {
    int slot = resource.slot();
    int holder = slots.holder(slot);
    return holder == 0 ? null : table.owner(holder, slots.holderGeneration(slot));
  }

  /** The resource of an object as an owner of others; null if it is none or not open. */
  @Nullable Owner openOwner(@Nullable Object object) {
    Resource resource = object == null ? null : resources.find(object);
    return resource instanceof Owner owner && owner.isOpen() ? owner : null;
  }

  /** Makes a resource, which this thread is changing, belong to an owner; null = to nobody. */
  void own(ThreadState thread, Resource child, @Nullable Owner owner) {
    int slot = child.slot();
    Owner before = ownerOf(child);
    if (before == owner) {
      return;
    }
    if (owner == null) {
      slots.setOwner(slot, 0, 0);
    } else {
      if (owner.childOpened() && owner.change()) {
        slots.addFlags(owner.slot(), LedgerLayout.FLAG_HAS_OWNED);
        owner.changed();
      }
      slots.setOwner(slot, owner.slot(), owner.generation());
      if (rules.type(owner.rule).freesOwned) {
        owner.add(child);
      }
    }
    if (before != null) {
      left(thread, before, child);
    }
  }

  /** Notes that a resource, which this thread is changing, was opened in such a scope. */
  void infrastructure(ThreadState thread, Resource resource, int scope) {
    int slot = resource.slot();
    slots.addFlags(slot, LedgerLayout.FLAG_INFRASTRUCTURE);
    slots.setInfrastructureScope(slot, ledger.text(rules.scope(scope).name), thread.batch);
  }

  /**
   * Takes a resource out of its owner's count; the last one out frees the slot of a closed owner.
   */
  void left(ThreadState thread, Owner owner, Resource child) {
    owner.remove(child);
    if (owner.childGone()) {
      free(thread, owner, owner.closedFrom());
    }
  }

  /** Frees the slot of a closed resource. */
  void free(ThreadState thread, Resource resource, int closeStack) {
    if (resource instanceof Owner owner && !owner.mayFree()) {
      return;
    }
    int slot = resource.slot();
    int generation = resource.generation();
    table.clear(slot);
    resource.closedFrom(closeStack);
    slots.free(slot, generation, thread.batch);
  }
}
