package io.ttalloc.probe.commit;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.EntryName;
import io.ttalloc.probe.resource.Link;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.ResourceState;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.stack.StackCapture;
import org.jspecify.annotations.Nullable;

/**
 * Completes closes: records where each happened and the lifetime of the resource, closes an owner's
 * resources with the owner itself if the owner's rule says so, and calls {@link Endings} for the
 * rest.
 *
 * <p>A close whose call was seen goes through three steps: {@link #describe}, while the resource's
 * slot can still be read; {@link #finish}, which for an owner closes its children first; and {@link
 * #commit}, after which the slot may belong to another resource. A thread pins a resource while it
 * changes what is recorded about it. The close of a pinned resource is committed once both the
 * close and the last pin have ended, by the thread that ends the later of the two.
 *
 * <p>When a cache ends, the resources that it held belong to the other caches that hold them. This
 * class also records that a cache has dropped a resource while both are open, either because the
 * resource was removed or because another resource replaced it under the same name.
 */
public final class CloseCompletion {
  /**
   * Close stacks are captured for the first closes of every opening stack, then occasionally, and
   * whenever a closed owner leaves children behind, which may stay open.
   */
  private static final int ALWAYS = 8;

  private static final int SAMPLE_MASK = 1023;
  private static final Resource[] NONE = {};

  private final LedgerWriter ledger;
  private final Slots slots;
  private final ProbeRules rules;
  private final StackCapture stacks;
  private final History history;
  private final Endings endings;
  private final HookErrors errors;
  private final Links links;

  public CloseCompletion(
      LedgerWriter ledger,
      ProbeRules rules,
      StackCapture stacks,
      History history,
      Endings endings,
      Links links,
      HookErrors errors) {
    this.ledger = ledger;
    this.slots = ledger.slots();
    this.rules = rules;
    this.stacks = stacks;
    this.history = history;
    this.endings = endings;
    this.errors = errors;
    this.links = links;
  }

  /**
   * Closes a resource, if it is open, outside the hooks of a close; the place of the close is
   * therefore unknown.
   */
  public void close(ThreadState thread, Resource resource) {
    if (resource.beginClose(thread.number)) {
      finish(thread, resource, 0, thread.reclaimer);
    }
  }

  /**
   * Records details of a close that the ledger can do without: lifetime, event, and perhaps the
   * stack.
   *
   * @return the id of the stack; 0 if it was not captured
   */
  public int describe(ThreadState thread, Resource resource, boolean reclaimed) {
    return describe(thread, resource, reclaimed, true);
  }

  /**
   * Records what {@link #describe} records, for a resource that something else owns from now on.
   * The stack is not used as an example of how such resources are closed.
   */
  public int describeDisowned(ThreadState thread, Resource resource) {
    if (resource instanceof Owner) {
      slots.addFlags(resource.slot(), SlotLayout.FLAG_DISOWNED);
    }
    return describe(thread, resource, false, false);
  }

  private int describe(
      ThreadState thread, Resource resource, boolean reclaimed, boolean isExample) {
    Tally tally = resource.tally();
    int kind = reclaimed ? RecordLayout.EVENT_RECLAIMED : RecordLayout.EVENT_CLOSE;
    try {
      long now = ledger.now();
      tally.lived(thread.stripe, now - slots.openedNanos(resource.slot()));
      history.ended(thread, kind, resource, now);
      long before = tally.closedCount(thread.stripe);
      boolean ofOwner = resource instanceof Owner owner && owner.hasChildren();
      if (ofOwner || before < ALWAYS || (before & SAMPLE_MASK) == 0) {
        int stack = stacks.here();
        if (isExample) {
          ledger.closeSite(tally, stack);
        }
        return stack;
      }
    } catch (Throwable e) {
      errors.failed(e);
    }
    return 0;
  }

  /** Ends a close that has begun, and commits it unless the resource is pinned. */
  public void finish(ThreadState thread, Resource resource, int stack, boolean reclaimed) {
    if (resource instanceof Owner owner) {
      endOwner(thread, owner, stack, reclaimed);
    }
    if (resource.isPinned()) {
      // The thread that ends the last pin may commit this close at any moment. After that, the slot
      // may belong to another resource.
      slots.vacate(resource.slot());
    }
    if (resource.endClose()) {
      commit(thread, resource, stack, reclaimed);
    }
  }

  /** Commits the end of a close. */
  public void commit(ThreadState thread, Resource resource, int stack, boolean reclaimed) {
    if (!endings.closed(thread, resource, stack, reclaimed) && resource instanceof Owner owner) {
      // A child may have been added after the children were closed but before the owner was marked
      // as ended.
      closeChildren(thread, owner, false);
    }
  }

  /** Records that an open resource was garbage-collected. */
  public void collected(ThreadState thread, Resource resource) {
    leaveToOthers(thread, resource);
    endings.collected(thread, resource);
  }

  /**
   * Ends a pin. If this was the last pin, and the resource was closed or collected while it was
   * pinned, commits the end of the resource as well.
   */
  public void unpin(ThreadState thread, Resource resource) {
    closeIfTooLate(thread, resource);
    if (resource.unpin()) {
      commitLast(thread, resource);
    }
  }

  /** Like {@link #unpin}, for a pin from {@link ResourceState#pinAlone}. */
  public void unpinAlone(ThreadState thread, Resource resource) {
    closeIfTooLate(thread, resource);
    if (resource.unpinAlone()) {
      commitLast(thread, resource);
    }
  }

  private void commitLast(ThreadState thread, Resource resource) {
    if (resource.status() == Resource.COLLECTED) {
      collected(thread, resource);
    } else {
      commit(thread, resource, 0, false);
    }
  }

  /**
   * Ends the close of an owner: closes its children, and records the place of the close for the
   * children that stay open.
   */
  private void endOwner(ThreadState thread, Owner owner, int stack, boolean reclaimed) {
    boolean withOthers = owner.finishing;
    owner.finishing = true;
    try {
      owner.closedFrom(stack);
      if (owner.hasChildren()) {
        slots.extensions().setClosing(owner.slot(), stack, thread.name, ledger.now(), thread.batch);
      }
      closeChildren(thread, owner, reclaimed);
      leaveToOthers(thread, owner);
    } finally {
      owner.finishing = withOthers;
    }
  }

  /**
   * Closes the open children of an owner, and the children of those children, if the owner's rule
   * says so. Children that are owners end together, after the closes of all of them have begun. A
   * resource that several of these children hold is therefore not passed from one of them to
   * another, whatever the order in which they end.
   */
  private void closeChildren(ThreadState thread, Owner owner, boolean reclaimed) {
    if (!rules.freesOwned(owner.rule)) {
      return;
    }
    if (thread.lastTogether != null) {
      // This owner ends together with other owners, and so do the children that were added to it
      // meanwhile.
      boolean unused = beginChildren(thread, owner, reclaimed);
      return;
    }
    boolean finishing = owner.finishing;
    owner.finishing = true;
    thread.lastTogether = owner;
    try {
      while (beginChildren(thread, owner, reclaimed)) {
        leaveToOthersThatStay(thread, owner);
      }
      for (Owner each = owner.nextTogether; each != null; each = each.nextTogether) {
        endChild(thread, each, reclaimed);
      }
    } finally {
      thread.lastTogether = null;
      Owner each = owner;
      while (each != null) {
        Owner next = each.nextTogether;
        each.nextTogether = null;
        each.finishing = false;
        each = next;
      }
      owner.finishing = finishing;
    }
  }

  /**
   * Closes the open children of an owner and of the owners linked behind it. If a child is itself
   * an owner, only begins the close of the child, and links it behind the other owners.
   *
   * @return whether any child was open
   */
  private boolean beginChildren(ThreadState thread, Owner first, boolean reclaimed) {
    boolean any = false;
    for (Owner owner = first; owner != null; owner = owner.nextTogether) {
      if (!rules.freesOwned(owner.rule)) {
        continue;
      }
      for (Resource child : membersOf(owner)) {
        if (child.owner() == owner && child.beginClose(thread.number)) {
          any = true;
          if (child instanceof Owner also) {
            endLater(thread, also);
          } else {
            endChild(thread, child, reclaimed);
          }
        }
      }
    }
    return any;
  }

  private static void endLater(ThreadState thread, Owner owner) {
    Owner last = thread.lastTogether;
    if (last != null) {
      last.nextTogether = owner;
      thread.lastTogether = owner;
      owner.finishing = true;
    }
  }

  private void leaveToOthersThatStay(ThreadState thread, Owner first) {
    for (Owner each = first; each != null; each = each.nextTogether) {
      if (!rules.freesOwned(each.rule)) {
        leaveToOthers(thread, each);
      }
    }
  }

  private void endChild(ThreadState thread, Resource child, boolean reclaimed) {
    if (child.isEnding()) {
      // Otherwise the object was collected meanwhile.
      int unused = describe(thread, child, reclaimed);
      finish(thread, child, 0, reclaimed);
    }
  }

  /**
   * Called when a resource is closed or lost. If the resource is a cache, passes each resource in
   * it to the latest of the other caches that hold that resource, if there are any.
   */
  private void leaveToOthers(ThreadState thread, Resource gone) {
    if (gone instanceof Owner holder) {
      for (Resource resource : membersOf(holder)) {
        Link link = resource.link();
        if (Link.isHeldBy(link, holder) && isKeptWithout(holder, Link.holdingOf(link))) {
          drop(thread, holder, resource);
        }
      }
    }
  }

  /** Closes a resource that was added to an owner after the owner's children had been closed. */
  private void closeIfTooLate(ThreadState thread, Resource resource) {
    Owner owner = resource.owner();
    if (owner != null
        && owner.isGone()
        // An owner that was collected closes nothing.
        && owner.isClosed()
        // The resource comes from a cache that this thread closes together with the owner.
        && !(owner.finishing && owner.isClosedBy(thread.number))
        && rules.freesOwned(owner.rule)
        && resource.beginClose(thread.number)) {
      finish(thread, resource, 0, false);
    }
  }

  /**
   * Whether the resource is held by another cache that is not ending, or that closes its contents.
   */
  private boolean isKeptWithout(Owner gone, Link.@Nullable Holding all) {
    for (Link.Holding held = all; held != null; held = held.earlier) {
      Owner holder = held.holder;
      if (holder != gone && (!holder.finishing || rules.freesOwned(holder.rule))) {
        return true;
      }
    }
    return false;
  }

  /**
   * The members of an owner or a cache. If the heap is full, counts a dropped event and returns
   * none.
   */
  private Resource[] membersOf(Owner owner) {
    try {
      return owner.members();
    } catch (OutOfMemoryError e) {
      errors.failed(e);
      return NONE;
    }
  }

  /** Passes a dropped resource to the latest of the other caches that hold it, if there are any. */
  private void drop(ThreadState thread, Owner holder, Resource resource) {
    if (!resource.pin()) {
      return;
    }
    try {
      boolean unused = unlink(thread, holder, resource, null);
    } catch (OutOfMemoryError e) {
      errors.failed(e);
    }
    writeAndUnpin(thread, resource);
  }

  /**
   * Called when a cache drops a resource. If no other cache holds the resource, records in the
   * ledger where it was dropped.
   *
   * @param entry the name under which another resource has replaced this one; null if the resource
   *     was removed
   */
  public void giveUp(
      ThreadState thread, Owner holder, Resource resource, @Nullable EntryName entry, int stack) {
    if (!resource.pin()) {
      return;
    }
    try {
      if (unlink(thread, holder, resource, entry)) {
        links.write(thread, resource);
        if (isInNoCache(resource)) {
          writeGivenUp(thread, holder, resource, entry, stack);
        }
      }
    } finally {
      unpin(thread, resource);
    }
  }

  private void writeGivenUp(
      ThreadState thread, Owner holder, Resource resource, @Nullable EntryName entry, int stack) {
    slots
        .extensions()
        .setGivenUp(
            resource.slot(),
            holder.tally().id(),
            stack,
            ledger.now(),
            entry == null ? null : entry.encoded,
            thread.batch);
    if (!isInNoCache(resource)) {
      // Meanwhile another thread has added the resource to a cache, and this thread has overwritten
      // the link to that cache.
      links.write(thread, resource);
    }
  }

  private static boolean isInNoCache(Resource resource) {
    return Link.holdingOf(resource.link()) == null;
  }

  /**
   * Removes a pinned resource from a cache.
   *
   * @param entry the name under which the cache must hold the resource; null for any name
   * @return whether the cache held the resource
   */
  private boolean unlink(
      ThreadState thread, Owner holder, Resource resource, @Nullable EntryName entry) {
    Link before = resource.link();
    Link.Holding held = Link.holdingBy(before, holder);
    while (held != null && (entry == null || entry.equals(held.entry))) {
      Link.Holding left = Link.Holding.without(Link.holdingOf(before), holder);
      Owner owner = Link.ownerOf(before);
      Owner next = owner != holder ? owner : left == null ? null : left.holder;
      if (links.change(thread, resource, before, next, left)) {
        if (!Link.isHeldBy(resource.link(), holder)) {
          held.leave(resource);
        }
        return true;
      }
      before = resource.link();
      held = Link.holdingBy(before, holder);
    }
    return false;
  }

  /**
   * Writes the resource's current owner, holder and entry to the ledger, and then unpins the
   * resource.
   */
  public void writeAndUnpin(ThreadState thread, Resource resource) {
    try {
      links.write(thread, resource);
    } finally {
      unpin(thread, resource);
    }
  }
}
