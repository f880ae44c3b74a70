package io.ttalloc.probe.commit;

import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.EntryName;
import io.ttalloc.probe.resource.Link;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.rule.ProbeRules;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes the owners of resources and the caches that hold them. Thread-safe. */
public final class Links {
  private final Slots slots;
  private final ProbeRules rules;
  private final Endings endings;

  public Links(LedgerWriter ledger, ProbeRules rules, Endings endings) {
    this.slots = ledger.slots();
    this.rules = rules;
    this.endings = endings;
  }

  /**
   * Changes the owner and the holders of a resource in one step.
   *
   * @param resource the resource, which the caller has pinned or is opening
   * @param before the link that the caller saw; nothing happens if it has changed since
   * @return false if another thread has changed the link: the caller must read it again
   */
  public boolean change(
      ThreadState thread,
      Resource resource,
      @Nullable Link before,
      @Nullable Owner owner,
      Link.@Nullable Holding holding) {
    Owner previous = Link.ownerOf(before);
    // Allocated before anything is counted: the heap may be full.
    Link link = new Link(resource.tally(), owner, holding);
    if (owner != null && owner != previous && rules.type(owner.rule).freesOwned) {
      // A surplus member is harmless: code that visits members checks their links.
      owner.add(resource);
    }
    // Counts the child first: the owner may be closed, and its slot reused, at any moment.
    boolean adopted = owner != null && owner != previous && owner.adopt();
    Owner now = owner == previous || adopted ? owner : null;
    if (owner != null && now != owner) {
      if (holding == null || holding.by(owner) == null) {
        // The owner is gone: nothing else would ever remove the member.
        owner.remove(resource);
      }
      link = new Link(resource.tally(), null, holding);
    }
    if (!resource.relink(before, link)) {
      if (adopted && now != null) {
        endings.childGone(thread, now);
      }
      return false;
    }
    if (now != null && now != previous && now.isFirst()) {
      slots.addFlags(now.slot(), SlotLayout.FLAG_HAS_OWNED);
    }
    if (previous != null && previous != now) {
      endings.childGone(thread, previous);
      if (!Link.isHeldBy(resource.link(), previous)) {
        previous.remove(resource);
      }
    }
    return true;
  }

  /** Records that a cache holds a resource, which must be pinned or being opened by this thread. */
  public void hold(ThreadState thread, Owner holder, Resource resource, @Nullable EntryName entry) {
    Link before;
    Link.Holding now;
    do {
      before = resource.link();
      now = Link.heldBy(before, holder, entry);
    } while (!change(thread, resource, before, holder, now));
    leaveForgotten(resource, before, now);
  }

  /**
   * Removes a resource from the caches that were cut from its list of holders because the list was
   * too long. If the name of the resource in a cache has changed, removes the former name.
   */
  private static void leaveForgotten(Resource resource, @Nullable Link before, Link.Holding now) {
    for (Link.Holding held = Link.holdingOf(before); held != null; held = held.earlier) {
      Link.Holding still = now.by(held.holder);
      if (still == null) {
        held.leave(resource);
      } else if (held.entry != null && !Objects.equals(held.entry, still.entry)) {
        held.holder.leaveEntry(held.entry, resource);
      }
    }
  }

  /**
   * Writes the owner and the holder of a resource into its slot. Several threads may call this
   * method at once: each of them repeats the write until the link that it wrote is the current
   * link. Allocates nothing.
   */
  public void write(ThreadState thread, Resource resource) {
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
        // A cache that is not the owner does not count this resource as a child, so the cache's
        // slot may belong to another resource.
        slots.extensions().setHolder(slot, 0, 0, null, thread.batch);
      } else {
        byte[] entry = holding.entry == null ? null : holding.entry.encoded;
        slots
            .extensions()
            .setHolder(slot, owner.slot(), slots.generation(owner.slot()), entry, thread.batch);
      }
    } while (!resource.isLinkedBy(link));
  }
}
