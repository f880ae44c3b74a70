package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.Slots;

/**
 * Finds out whether the use of a resource ends later than the limit of its type allows. A report on
 * the running process may have called it OVERDUE, and the ledger keeps by whom and how late that
 * was taken back.
 *
 * <p>It is as late as the verdict OVERDUE of the analysis would say: what a cache holds, views and
 * infrastructure are never late, and the time counts from when a cache gave up the resource or one
 * of its owners.
 */
final class LateCloseRecords {
  /** Owners of owners beyond this are not looked at. */
  private static final int MAX_DEPTH = 64;

  private static final int NEVER_LATE = SlotLayout.FLAG_ALIAS | SlotLayout.FLAG_INFRASTRUCTURE;

  private final LedgerWriter ledger;
  private final Slots slots;
  private final ProbeRules rules;

  LateCloseRecords(Tracked tracked) {
    this.ledger = tracked.ledger;
    this.slots = tracked.slots;
    this.rules = tracked.rules;
  }

  /** By how long a resource, whose slot is its own, is over its limit; 0 if it is not. */
  long lateNanos(Resource resource) {
    return resource.tally().limitNanos() == 0 ? 0 : lateNanos(resource, ledger.now());
  }

  /**
   * As {@link #lateNanos(Resource)}, of a resource whose type has a limit.
   *
   * @param nowNanos since the ledger's clock base
   */
  long lateNanos(Resource resource, long nowNanos) {
    int slot = resource.slot();
    long latestStart = nowNanos - resource.tally().limitNanos();
    if (slots.openedNanos(slot) >= latestStart || (slots.flags(slot) & NEVER_LATE) != 0) {
      return 0;
    }
    long since = Math.max(slots.openedNanos(slot), givenUpNanos(resource));
    Link link = resource.link();
    for (int depth = 0; link != null && depth < MAX_DEPTH; depth++) {
      Owner owner = link.owner;
      if (link.holding != null || (owner != null && isCache(owner))) {
        return 0;
      }
      if (owner == null || owner.isClosed()) {
        break;
      }
      since = Math.max(since, owner.givenUpNanos);
      link = owner.link();
    }
    return Math.max(0, latestStart - since);
  }

  /** Of an owner that is being closed, the slot has the time of its close. */
  private long givenUpNanos(Resource resource) {
    return resource instanceof Owner owner
        ? owner.givenUpNanos
        : slots.givenUpNanos(resource.slot());
  }

  private boolean isCache(Owner owner) {
    return (rules.type(owner.rule).flags & RecordLayout.TYPE_HOLDER) != 0;
  }
}
