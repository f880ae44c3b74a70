package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.SaturatedSum;

/**
 * The difference between a ledger and the statistics of an allocator.
 *
 * @param unattributedBytes the bytes that the allocator holds but that are not in the ledger
 * @param vanishedBytes the bytes that are in the ledger but that the allocator no longer holds
 */
public record Unexplained(long unattributedBytes, long vanishedBytes) {
  public static final Unexplained NOTHING = new Unexplained(0, 0);

  public Unexplained plus(Unexplained other) {
    return new Unexplained(
        SaturatedSum.of(unattributedBytes, other.unattributedBytes),
        SaturatedSum.of(vanishedBytes, other.vanishedBytes));
  }
}
