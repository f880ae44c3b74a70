package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.STRIPES;

import io.ttalloc.ledger.LifetimeBuckets;
import io.ttalloc.ledger.mapped.Words;
import java.nio.MappedByteBuffer;

/** Counters of lifetimes, one for each bucket and stripe. Wait-free. */
final class Lifetimes {
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
