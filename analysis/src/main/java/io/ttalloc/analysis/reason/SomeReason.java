package io.ttalloc.analysis.reason;

/** Reasons that not all of several findings have. */
public sealed interface SomeReason extends Reason {
  /** A reason that only some of several findings have. */
  record OfSome(Reason reason, int some, int all) implements SomeReason {}

  /** A number of further reasons, each of a single finding. */
  record More(int count) implements SomeReason {}
}
