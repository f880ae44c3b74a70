package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.SaturatedSum;

/**
 * The difference between a ledger and the statistics of an allocator.
 *
 * @param unattributedBytes held by the allocator and not in the ledger
 * @param vanishedBytes in the ledger and no longer held by the allocator
 */
public record Unexplained(long unattributedBytes, long vanishedBytes) {
  public static final Unexplained NOTHING = new Unexplained(0, 0);

  public Unexplained plus(Unexplained other) {
    return new Unexplained(
        SaturatedSum.of(unattributedBytes, other.unattributedBytes),
        SaturatedSum.of(vanishedBytes, other.vanishedBytes));
  }
}
