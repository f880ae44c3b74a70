package io.ttalloc.spring;

import java.util.List;

/**
 * The agent's counters at one moment. They count handles, but not caches. Immutable.
 *
 * @param ledger the path of the ledger
 * @param opened the number of resources opened so far
 * @param closed the number of resources closed or disowned so far
 * @param open the number of unclosed resources, including garbage-collected ones that had something
 *     left to close
 * @param lost the number of unclosed resources that were garbage collected with something left to
 *     close
 * @param dropped the number of events that could not be recorded
 * @param attachedLate whether the agent was attached to a running JVM, so that earlier openings are
 *     unknown
 * @param switchedOff whether tracking has switched itself off after errors
 * @param types the same counters by type, sorted by the name of the type
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
   * @param type the name that a rule gives the type
   */
  public record OfType(String type, long opened, long closed, long open, long lost) {
    static final OfType NONE = new OfType("", 0, 0, 0, 0);
  }

  /** The counters of a type; all zero if no resource of this type was opened. */
  OfType of(String type) {
    return types.stream().filter(each -> each.type().equals(type)).findFirst().orElse(OfType.NONE);
  }

  /**
   * Computes the number of garbage-collected resources that had something left to close. The bean
   * has no counter for the other collected resources, but its number of open resources excludes
   * them.
   */
  static long lost(long opened, long closed, long open, long collected) {
    long hollow = Math.max(0, opened - closed - open);
    return Math.max(0, collected - hollow);
  }
}
