package io.ttalloc.probe;

import io.ttalloc.ledger.Slots;
import java.util.ArrayList;
import java.util.List;

/**
 * Closes what an owner has with the owner itself, for owners whose rule says that their close does
 * so without a call that could be seen.
 */
final class OwnedCloses {
  private final Tracked tracked;
  private final Slots slots;
  private final CloseCompletion completion;
  private final Holdings holdings;

  OwnedCloses(Tracked tracked, CloseCompletion completion) {
    this.tracked = tracked;
    this.slots = tracked.slots;
    this.completion = completion;
    this.holdings = new Holdings(tracked, completion);
  }

  /** The close of an owner has ended: records where, and closes its children. */
  void close(ThreadState thread, Owner owner, int stack, boolean reclaimed) {
    boolean withOthers = owner.finishing;
    owner.finishing = true;
    try {
      owner.closedFrom(stack);
      try {
        slots.setClosing(owner.slot(), stack, thread.name, tracked.ledger.now(), thread.batch);
      } finally {
        closeChildren(thread, owner, reclaimed);
        leaveToOthers(thread, owner);
      }
    } catch (Throwable e) {
      noteUnfreed(thread, owner);
      throw e;
    } finally {
      owner.finishing = withOthers;
    }
  }

  /**
   * Closes the open children of an owner if its rule says so, and theirs. Those that are owners
   * themselves end together, when no more begin: what several of them hold then goes neither to the
   * one nor to the other, whatever their order.
   */
  void closeChildren(ThreadState thread, Owner owner, boolean reclaimed) {
    if (!tracked.rules.freesOwned(owner)) {
      return;
    }
    List<Owner> together = new ArrayList<>();
    together.add(owner);
    try {
      while (beginChildren(thread, together, reclaimed)) {
        for (Owner each : together) {
          if (!tracked.rules.freesOwned(each)) {
            leaveToOthers(thread, each);
          }
        }
      }
    } finally {
      endTogether(thread, together, reclaimed);
    }
  }

  /**
   * Closes the open children of those that do so; of children that are owners, which it adds, only
   * begins the close.
   *
   * @return whether any was open
   */
  private boolean beginChildren(ThreadState thread, List<Owner> together, boolean reclaimed) {
    boolean any = false;
    // By index, since it grows.
    for (int i = 0; i < together.size(); i++) {
      Owner owner = together.get(i);
      if (!tracked.rules.freesOwned(owner)) {
        continue;
      }
      for (Resource child : owner.members()) {
        if (Tracked.ownerOf(child) == owner
            && (child.beginClose(thread.number) || isCutOff(thread, child))) {
          any = true;
          if (child instanceof Owner also) {
            also.finishing = true;
            together.add(also);
          } else {
            end(thread, child, reclaimed);
          }
        }
      }
    }
    return any;
  }

  /** Ends the closes of all but the first, which ends by itself. */
  private void endTogether(ThreadState thread, List<Owner> together, boolean reclaimed) {
    try {
      for (int i = together.size() - 1; i > 0; i--) {
        end(thread, together.get(i), reclaimed);
      }
    } finally {
      for (int i = 1; i < together.size(); i++) {
        together.get(i).finishing = false;
      }
    }
  }

  private void end(ThreadState thread, Resource child, boolean reclaimed) {
    if (!child.isEnding()) {
      // An error came, and mending that has ended it.
      return;
    }
    try {
      int ignored = completion.describe(thread, child, reclaimed);
    } finally {
      completion.finish(thread, child, 0, reclaimed);
    }
  }

  /** Leaves what a cache held that is closed or lost to the other caches that hold it. */
  void leaveToOthers(ThreadState thread, Resource gone) {
    if (gone instanceof Owner holder) {
      holdings.leaveToOthers(thread, holder);
    }
  }

  /** Whether an error came between begin and end of a close that this thread makes here. */
  private static boolean isCutOff(ThreadState thread, Resource child) {
    return thread.healing
        && child.isClosedBy(thread.number)
        && !(child instanceof Owner owner && owner.finishing);
  }

  /** Leaves to a later hook of this thread the children that an error has left open. */
  private void noteUnfreed(ThreadState thread, Owner owner) {
    if (!owner.unfreed && tracked.rules.freesOwned(owner)) {
      owner.nextUnfreed = thread.unfreed;
      owner.unfreed = true;
      thread.unfreed = owner;
    }
  }

  /** Closes the children that errors in earlier hooks of this thread have left open. */
  void closeUnfreed(ThreadState thread) {
    Owner owner = thread.unfreed;
    while (owner != null) {
      thread.unfreed = owner.nextUnfreed;
      owner.unfreed = false;
      thread.healing = true;
      try {
        closeChildren(thread, owner, false);
      } catch (Throwable e) {
        noteUnfreed(thread, owner);
        throw e;
      } finally {
        thread.healing = false;
      }
      owner = thread.unfreed;
    }
  }

  /** Closes a resource that came to such an owner after the owner's children had been closed. */
  void closeIfTooLate(ThreadState thread, Resource resource) {
    Owner owner = Tracked.ownerOf(resource);
    if (owner != null
        && owner.isGone()
        // One that the collector took closes nothing.
        && owner.isClosed()
        // It comes from a cache that this thread closes with the owner.
        && !(owner.finishing && owner.isClosedBy(thread.number))
        && tracked.rules.freesOwned(owner)
        && resource.beginClose(thread.number)) {
      completion.finish(thread, resource, 0, false);
    }
  }
}
