package io.ttalloc.ledger.read;

import org.junit.jupiter.api.Tag;

/**
 * The inputs that follow those of {@link LongFuzzedLedgerTest}. A class of its own, so that another
 * process may run it at the same time.
 */
@Tag("reliability")
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
