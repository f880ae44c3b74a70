package io.ttalloc.ledger.read;

import org.junit.jupiter.api.Tag;

/** {@link FuzzedLedgerTest} with many more inputs. */
@Tag("reliability")
class LongFuzzedLedgerTest extends FuzzedLedgerTest {
  @Override
  int inputs() {
    return 30_000;
  }
}
