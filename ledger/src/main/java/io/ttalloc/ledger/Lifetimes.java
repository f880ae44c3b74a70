package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.STRIPES;

import java.nio.MappedByteBuffer;

/** Counts of lifetimes per bucket, striped. Wait-free. */
final class Lifetimes {
  static final int BYTES = STRIPES * LifetimeBuckets.COUNT * Integer.BYTES;

  private final MappedByteBuffer segment;
  private final int start;

  Lifetimes(MappedByteBuffer segment, int start) {
    this.segment = segment;
    this.start = start;
  }

  void count(int stripe, long nanos) {
    int bucket = (stripe & (STRIPES - 1)) * LifetimeBuckets.COUNT + LifetimeBuckets.indexOf(nanos);
    Words.addInt(segment, start + bucket * Integer.BYTES, 1);
  }
}
