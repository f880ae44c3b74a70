package io.ttalloc.analysis.reason;

import io.ttalloc.text.JavaNames;

/**
 * A piece of evidence for a finding. Classes have the names of their class files, owners those that
 * reports give them, and bounded lists say whether there is more. Immutable.
 *
 * <p>Reasons of several findings that differ in numbers of resources only are one reason, whose
 * numbers are the sums.
 */
public sealed interface Reason
    permits Reason.Fact,
        MemoryReason,
        OwnerReason,
        StateReason,
        NumberReason,
        RuleReason,
        SomeReason {
  /** The kinds of reasons: {@code LAST_TAKEN} are the records {@code LastTaken}. */
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

  /** Its kind, by the name of its class. */
  default Kind kind() {
    return Kind.valueOf(JavaNames.constant(getClass()));
  }

  /** Whether it counts resources of its own finding: among several, it needs its place. */
  default boolean countsItsOwn() {
    return false;
  }

  /** This reason with 0 for all numbers that are added up. */
  default Reason withoutCounts() {
    return this;
  }

  /** The sum with another one that is equal to it without counts. */
  default Reason plus(Reason other) {
    return this;
  }

  /** A reason that is the same for all findings which have it. */
  enum Fact implements Reason {
    /** No open resource owns the memory of a view. */
    NO_ROOT,
    IN_CACHE,
    /** The process ended during its close. */
    CLOSE_RUNNING,
    OPENED_AT_END,
    /** An executor or consumer that still runs has it before it or in hand. */
    QUEUED_WORK,
    /** Only threads that run as long as it is open refer to it. */
    SERVED_BY_THREADS,
    /** A look into the heap may decide what nothing else does. */
    HEAP_WOULD_DECIDE,
    /** It is decided if the calls return before the end, or close it in a try statement. */
    RETURN_WOULD_DECIDE,
    /** A guess, since the outermost calls of its opening stack are not known. */
    STACK_CUT,
    /** Nothing can close it any more. */
    FOR_GOOD,
    EACH_CYCLE_LEFT_SOME;
  }
}
