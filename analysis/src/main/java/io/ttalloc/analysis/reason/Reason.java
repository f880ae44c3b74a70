package io.ttalloc.analysis.reason;

import io.ttalloc.text.JavaNames;

/**
 * A piece of evidence for a finding. Class names are binary names, owners have the names that
 * reports use, and bounded lists say whether there are more elements. Immutable.
 *
 * <p>Reasons of several findings that differ only in numbers of resources are merged into one
 * reason, in which these numbers are added up.
 */
public sealed interface Reason
    permits Reason.Fact,
        MemoryReason,
        OwnerReason,
        StateReason,
        NumberReason,
        RuleReason,
        SomeReason {
  /**
   * The kinds of reasons, named after the records: {@code LAST_TAKEN} is the kind of {@code
   * LastTaken}.
   */
  public enum Kind {
    FACT,
    VIEW_OF_UNKNOWN,
    VIEW_INSIDE,
    TWO_OWNERS,
    ALLOCATOR_EMPTY,
    HANDLE_HELD,
    OWNERS_CLOSED,
    OWNERS_COLLECTED,
    OWNERS_ELSEWHERE_CLOSED,
    IN_CACHE_OF_CLOSED,
    PATH_THROUGH_CACHE,
    NEVER_HITS,
    LAST_TAKEN,
    OVERWRITTEN,
    HOLDERS_UNKNOWN,
    SYSTEMS_OWN,
    LIBRARYS_OWN,
    COLLECTED,
    UNREACHABLE,
    FOLDED,
    RECLAIMED,
    RECLAIMED_WITH,
    OPEN_AT_END,
    STILL_USED,
    UNDECIDED,
    STANDS_IN_TRY,
    CLOSE_SKIPPED,
    OPENED_FOR_ITSELF,
    UNFINISHED_RUN,
    OVER_LIMIT,
    OPEN_FOR,
    OPENED_BY,
    GROWS,
    OPENED_EVENLY,
    REFERENCES,
    LAMBDA,
    CLOSE_RULE_MISSING,
    CLOSE_NOT_WOVEN,
    MAY_BE_CLOSED_UNSEEN,
    POLICY,
    SUPPRESSED_BUT_GROWS,
    OVER_BUDGET,
    OF_SOME,
    MORE
  }

  /** The kind of this reason, derived from the name of its class. */
  default Kind kind() {
    return Kind.valueOf(JavaNames.constant(getClass()));
  }

  /**
   * Whether this reason contains numbers of resources of its finding, so that a report must show
   * the reason with that finding and not in a heading that several findings share.
   */
  default boolean countsItsOwn() {
    return false;
  }

  /** Returns this reason with 0 for all numbers that are added up. */
  default Reason withoutCounts() {
    return this;
  }

  /** Returns the sum of this reason and another one that is equal to it apart from counts. */
  default Reason plus(Reason other) {
    return this;
  }

  /** A reason without parameters. */
  enum Fact implements Reason {
    /** No open resource owns the memory of a view. */
    NO_ROOT,
    IN_CACHE,
    /** The process ended during the close of the resource. */
    CLOSE_RUNNING,
    OPENED_AT_END,
    /**
     * The resource is queued for, or being processed by, an executor or consumer that is still
     * running.
     */
    QUEUED_WORK,
    /** Only threads that run as long as the resource is open refer to the resource. */
    SERVED_BY_THREADS,
    /** Only the task of a daemon thread of the program refers to the resource. */
    OF_DAEMON,
    /** Only a heap dump could decide whether the resource is a leak. */
    HEAP_WOULD_DECIDE,
    /**
     * The verdict could be decided if the calls returned before the process ended, or if they
     * closed the resource in a try statement.
     */
    RETURN_WOULD_DECIDE,
    /** The verdict is a guess, since the outermost calls of the opening stack are not known. */
    STACK_CUT,
    /** Nothing can close the resource any more. */
    FOR_GOOD,
    EACH_CYCLE_LEFT_SOME;
  }
}
