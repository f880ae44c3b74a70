package io.ttalloc.analysis.reason;

/** Reasons that several findings do not all have. */
public sealed interface SomeReason extends Reason {
  /** A reason that only some of several findings have. */
  record OfSome(Reason reason, int some, int all) implements SomeReason {}

  /** A number of further reasons, which single findings have. */
  record More(int count) implements SomeReason {}
}
