package io.ttalloc.ledger.read;

import io.ttalloc.testing.Reliability;

/**
 * Tests the inputs that follow those of {@link LongFuzzedLedgerTest}. A separate class, so that
 * another process can run it at the same time.
 */
@Reliability
class FurtherFuzzedLedgerTest extends FuzzedLedgerTest {
  @Override
  int first() {
    return 15_000;
  }

  @Override
  int inputs() {
    return 15_000;
  }
}
