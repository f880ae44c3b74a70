package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.cache;
import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.read.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What another resource has displaced from a cache is in no cache, and the displacer's to close.
 */
class OverwrittenTest {
  private static final List<Frame> PUT =
      stack("com.acme.Registry.put:40", "com.acme.Gateway.connected:21");

  private final LedgerBuilder ledger = ledger();
  private final OpenedResource registry =
      ledger.open(
          cache("registry", "com.acme.Registry", "clear()"),
          stack("com.acme.Registry.<init>:5", "com.acme.Gateway.<init>:8"));

  private OpenedResource uplink() {
    return ledger.open(
        type("uplink", "com.acme.Uplink"),
        stack("com.acme.Uplink.<init>:12", "com.acme.Gateway.connected:20"));
  }

  @Test
  void whatIsReachableIsLeftOpen() {
    uplink().overwrittenIn(registry, "device-1", PUT);
    uplink().overwrittenIn(registry, "device-2", PUT);

    Finding leftOpen = only(ledger, Verdicts.LEFT_OPEN);

    assertThat(leftOpen.amount().count()).isEqualTo(2);
    assertThat(leftOpen.why())
        .endsWith(
            "overwritten in the Registry by what Gateway.connected(Gateway.java:21) put under the"
                + " same entry");
    assertThat(leftOpen.fix())
        .isEqualTo(
            "close the Uplink that Registry.put replaces at Gateway.connected(Gateway.java:21)");
  }

  @Test
  void whatWasCollectedIsLost() {
    uplink().overwrittenIn(registry, "device-1", PUT).collected();
    uplink().collected();

    Finding lost = only(ledger, Verdicts.LOST);

    assertThat(lost.why())
        .contains(
            "1 of them overwritten in the Registry by what Gateway.connected(Gateway.java:21) put"
                + " under the same entry");
    assertThat(lost.fix()).startsWith("call close() on the Uplink");
  }

  @Test
  void whatIsInACacheAgainIsCached() {
    uplink().overwrittenIn(registry, "device-1", PUT).heldBy(registry, "device-2");

    assertThat(only(ledger, Verdicts.CACHED).why()).noneMatch(why -> why.contains("overwritten"));
  }
}
