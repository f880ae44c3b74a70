package io.ttalloc.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.watch.EventLimits;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessEventsTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");
  private static final int MAX_EVENTS = 2;

  @TempDir private Path folder;

  private SampleLedger ledger(long pid) throws IOException {
    return SampleLedger.of(folder, pid, NOON, "app.Main");
  }

  @Test
  void eventsAreThoseOfProcessesThatWereSeenToRun() throws IOException {
    ledger(6).open("file", 1).ended(2);
    SampleLedger ledger = ledger(7).open("file", 1);
    try (MachineWatch watch = new MachineWatch(List.of(folder), 1)) {
      watch.readEvents(new EventLimits(0, MAX_EVENTS));
      try (LedgerLock lock = ledger.running()) {
        assertThat(lock).isNotNull();
        assertNext(watch, 1, 0);
        watch.next();
        assertThat(watch.events()).isEmpty();

        ledger.open("file", 2).open("file", 3).open("file", 4);
        assertNext(watch, MAX_EVENTS, 1);
        ledger.open("last", 5).ended(6);
      }
      assertNext(watch, 1, 0);
    }
  }

  private static void assertNext(MachineWatch watch, int shown, long more) {
    watch.next();
    assertThat(watch.events())
        .singleElement()
        .satisfies(
            events -> {
              assertThat(events.pid()).isEqualTo(7);
              assertThat(events.latest()).hasSize(shown);
              assertThat(events.more()).isEqualTo(more);
            });
  }
}
