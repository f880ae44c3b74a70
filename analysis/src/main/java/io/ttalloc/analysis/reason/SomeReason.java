package io.ttalloc.analysis.reason;

/** Reasons that apply to only some of the findings that were combined into one. */
public sealed interface SomeReason extends Reason {
  /** A reason that applies to {@code some} of {@code all} findings. */
  record OfSome(Reason reason, int some, int all) implements SomeReason {}

  /** The number of further reasons that apply to only some of the findings. */
  record More(int count) implements SomeReason {}
}
