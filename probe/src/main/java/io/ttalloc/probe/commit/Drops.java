package io.ttalloc.probe.commit;

import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.EntryName;
import io.ttalloc.probe.resource.Link;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.rule.ProbeRules;
import org.jspecify.annotations.Nullable;

/**
 * Records that caches no longer hold what they held: somebody took it out, another resource has its
 * name, or the cache is gone.
 */
public final class Drops {
  private static final Resource[] NONE = {};

  private final LedgerWriter ledger;
  private final ProbeRules rules;
  private final Links links;
  private final CloseCompletion completion;
  private final HookErrors errors;

  Drops(
      LedgerWriter ledger,
      ProbeRules rules,
      Links links,
      CloseCompletion completion,
      HookErrors errors) {
    this.ledger = ledger;
    this.rules = rules;
    this.links = links;
    this.completion = completion;
    this.errors = errors;
  }

  /** A cache is gone: what other caches hold as well belongs to the latest of them. */
  void leaveToOthers(ThreadState thread, Owner gone) {
    for (Resource resource : membersOf(gone)) {
      Link link = resource.link();
      if (Link.isHeldBy(link, gone) && isKeptWithout(gone, Link.holdingOf(link))) {
        drop(thread, gone, resource);
      }
    }
  }

  /** Whether another cache holds it that stays, or that closes what it gets. */
  private boolean isKeptWithout(Owner gone, Link.@Nullable Holding all) {
    for (Link.Holding held = all; held != null; held = held.earlier) {
      Owner holder = held.holder;
      if (holder != gone && (!holder.finishing || rules.freesOwned(holder.rule))) {
        return true;
      }
    }
    return false;
  }

  /** What an owner or a cache has; nothing, which is counted, where the heap is full. */
  Resource[] membersOf(Owner owner) {
    try {
      return owner.members();
    } catch (OutOfMemoryError e) {
      errors.failed(e);
      return NONE;
    }
  }

  /** What a cache gives up then belongs to the cache that took it in before, or to nobody. */
  private void drop(ThreadState thread, Owner holder, Resource resource) {
    if (!resource.pin()) {
      return;
    }
    try {
      boolean ignored = unlink(thread, holder, resource, null);
    } catch (OutOfMemoryError e) {
      errors.failed(e);
    }
    writeAndUnpin(thread, resource);
  }

  /**
   * A cache gives a resource up, and the ledger keeps where, if no other cache holds it.
   *
   * @param entry the name that another resource has taken; null if somebody took it out
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
      completion.unpin(thread, resource);
    }
  }

  private void writeGivenUp(
      ThreadState thread, Owner holder, Resource resource, @Nullable EntryName entry, int stack) {
    ledger
        .slots()
        .setGivenUp(
            resource.slot(),
            holder.tally().id(),
            stack,
            ledger.now(),
            entry == null ? null : entry.encoded,
            thread.batch);
    if (!isInNoCache(resource)) {
      // Another thread has put it into one meanwhile, and this has written over that.
      links.write(thread, resource);
    }
  }

  private static boolean isInNoCache(Resource resource) {
    return Link.holdingOf(resource.link()) == null;
  }

  /**
   * Takes a resource, which is pinned, from a cache.
   *
   * @param entry the name under which it must be there; null if under any
   * @return whether the cache held it
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

  /** Ends a pin when it is in the ledger to whom the resource belongs now. */
  public void writeAndUnpin(ThreadState thread, Resource resource) {
    try {
      links.write(thread, resource);
    } finally {
      completion.unpin(thread, resource);
    }
  }
}
