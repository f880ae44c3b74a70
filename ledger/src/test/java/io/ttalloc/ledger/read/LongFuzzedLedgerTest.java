package io.ttalloc.ledger.read;

import io.ttalloc.testing.Reliability;

/**
 * Runs {@link FuzzedLedgerTest} with many more inputs; {@link FurtherFuzzedLedgerTest} tests
 * further inputs.
 */
@Reliability
class LongFuzzedLedgerTest extends FuzzedLedgerTest {
  @Override
  int inputs() {
    return 15_000;
  }
}
