package io.ttalloc.spring;

import java.util.List;

/**
 * What the counters of the agent say at one moment, by handle and without caches. Immutable.
 *
 * @param ledger the path of the ledger
 * @param opened resources so far
 * @param closed how many of these were closed
 * @param open how many of these were never closed, collected or not
 * @param lost how many of these were garbage collected with something left to close
 * @param dropped events that could not be recorded
 * @param attachedLate whether earlier openings are unknown
 * @param switchedOff whether tracking has switched itself off after errors
 * @param types the same counters by type, in the order of their names
 */
public record AgentCounters(
    String ledger,
    long opened,
    long closed,
    long open,
    long lost,
    long dropped,
    boolean attachedLate,
    boolean switchedOff,
    List<OfType> types) {

  /**
   * The counters of one type.
   *
   * @param type as its rule names it
   */
  public record OfType(String type, long opened, long closed, long open, long lost) {
    static final OfType NONE = new OfType("", 0, 0, 0, 0);
  }

  /** The counters of a type; zeros if nothing of it was opened. */
  OfType of(String type) {
    return types.stream().filter(each -> each.type().equals(type)).findFirst().orElse(OfType.NONE);
  }

  /**
   * The collected resources that had something left to close. The bean does not count the others by
   * themselves, but excludes them from the open ones.
   */
  static long lost(long opened, long closed, long open, long collected) {
    long hollow = Math.max(0, opened - closed - open);
    return Math.max(0, collected - hollow);
  }
}
