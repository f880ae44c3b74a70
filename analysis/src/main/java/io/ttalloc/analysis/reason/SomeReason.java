package io.ttalloc.analysis.reason;

/** Reasons that only some of the findings in a sum have. */
public sealed interface SomeReason extends Reason {
  /** A reason that only some of several findings have. */
  record OfSome(Reason reason, int some, int all) implements SomeReason {}

  /** The number of further reasons that only some of the findings have. */
  record More(int count) implements SomeReason {}
}
