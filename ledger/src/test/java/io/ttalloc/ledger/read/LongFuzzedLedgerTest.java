package io.ttalloc.ledger.read;

import io.ttalloc.testing.Reliability;

/** {@link FuzzedLedgerTest} with many more inputs; {@link FurtherFuzzedLedgerTest} has others. */
@Reliability
class LongFuzzedLedgerTest extends FuzzedLedgerTest {
  @Override
  int inputs() {
    return 15_000;
  }
}
