package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.cache;
import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests resources that left a cache: the code that removed or replaced a resource is responsible
 * for it.
 */
class GivenUpTest {
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
    assertThat(why(leftOpen))
        .endsWith(
            "overwritten in the Registry when Gateway.connected(Gateway.java:21) put another entry"
                + " under the same key");
    assertThat(fix(leftOpen))
        .isEqualTo(
            "close the Uplink that Registry.put replaces at Gateway.connected(Gateway.java:21)");
  }

  @Test
  void whatWasCollectedIsLost() {
    uplink().overwrittenIn(registry, "device-1", PUT).collected();
    uplink().collected();

    Finding lost = only(ledger, Verdicts.LOST);

    assertThat(why(lost))
        .contains(
            "1 of them overwritten in the Registry when Gateway.connected(Gateway.java:21) put"
                + " another entry under the same key");
    assertThat(fix(lost)).startsWith("call close() on the Uplink");
  }

  @Test
  void whatWasCollectedAfterItWasGivenUpIsToBeClosedThere() {
    uplink().overwrittenIn(registry, "device-1", PUT).collected();

    assertThat(fix(only(ledger, Verdicts.LOST)))
        .isEqualTo(
            "close the Uplink that Registry.put replaces at Gateway.connected(Gateway.java:21)");
  }

  @Test
  void whereMostWereOverwrittenIsNamed() {
    uplink()
        .overwrittenIn(registry, "device-1", stack("com.acme.Registry.put:40", "com.acme.Use.x:3"));
    uplink().overwrittenIn(registry, "device-2", PUT);
    uplink().overwrittenIn(registry, "device-3", PUT);

    Finding leftOpen = only(ledger, Verdicts.LEFT_OPEN);

    assertThat(why(leftOpen)).last().asString().contains("Gateway.connected(Gateway.java:21)");
    assertThat(fix(leftOpen)).endsWith("at Gateway.connected(Gateway.java:21)");
  }

  @Test
  void whatIsInACacheAgainIsCached() {
    uplink().overwrittenIn(registry, "device-1", PUT).heldBy(registry, "device-2");

    assertThat(why(only(ledger, Verdicts.CACHED))).noneMatch(why -> why.contains("overwritten"));
  }

  @Test
  void whatWasTakenOutIsTheTakersToClose() {
    List<Frame> poll = stack("com.acme.Registry.poll:50", "com.acme.Gateway.serve:30");
    uplink().takenFrom(registry, poll);
    uplink().takenFrom(registry, poll);

    Finding leftOpen = only(ledger, Verdicts.LEFT_OPEN);

    assertThat(why(leftOpen))
        .endsWith("last taken from the Registry at Gateway.serve(Gateway.java:30)");
    assertThat(fix(leftOpen))
        .isEqualTo(
            "close the Uplink that Gateway.serve(Gateway.java:30) takes from the Registry, or put it back");
  }

  @Test
  void severalTakersAreCountedAndWhoTookMostComesFirst() {
    List<Frame> poll = stack("com.acme.Registry.poll:50", "com.acme.Gateway.serve:30");
    List<Frame> deeper =
        stack(
            "com.acme.Registry.find:60", "com.acme.Registry.poll:50", "com.acme.Gateway.serve:30");
    uplink().takenFrom(registry, stack("com.acme.Registry.poll:50", "com.acme.Gateway.ping:33"));
    uplink().takenFrom(registry, poll);
    uplink().takenFrom(registry, deeper);
    uplink();

    assertThat(why(only(ledger, Verdicts.LEFT_OPEN)))
        .endsWith(
            "2 last taken from the Registry at Gateway.serve(Gateway.java:30), 1 last taken from the"
                + " Registry at Gateway.ping(Gateway.java:33)");
  }
}
