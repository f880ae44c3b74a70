package io.ttalloc.ledger.read;

import org.junit.jupiter.api.Tag;

/** {@link FuzzedLedgerTest} with many more inputs; {@link FurtherFuzzedLedgerTest} has others. */
@Tag("reliability")
class LongFuzzedLedgerTest extends FuzzedLedgerTest {
  @Override
  int inputs() {
    return 15_000;
  }
}
