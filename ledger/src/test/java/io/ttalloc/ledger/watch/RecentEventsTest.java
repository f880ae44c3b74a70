package io.ttalloc.ledger.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.watch.RecentEvents.RecentEvent;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows the rings of a ledger that is being written; each ring holds {@value #RING} events. */
class RecentEventsTest {
  private static final int RING = 16;
  private static final int MAX_EVENTS = 5;

  @TempDir Path dir;
  private LedgerWriter writer;
  private LedgerWatch watch;
  private Tally buffer;
  private long number;

  @BeforeEach
  void watch() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerHeader about = new LedgerHeader(1, 1_000, 0, 2_000, "demo", "JVM", false, true);
    writer = new LedgerWriter(file.toFile(), about, RecordLayout.STRIPES * RING);
    int type = writer.type("buffer", "a.B", 0, null, null, 0);
    buffer = Objects.requireNonNull(writer.tally(type, 0));
    watch = LedgerWatch.open(file);
  }

  @AfterEach
  void close() throws IOException {
    watch.close();
    writer.ended();
  }

  /** Records openings of resources with 1, 2, 3 ... bytes, one opening per nanosecond. */
  private void happen(int stripe, int times) {
    for (int i = 0; i < times; i++) {
      number++;
      writer.event(
          stripe,
          RecordLayout.EVENT_OPEN,
          writer.text("DRAM"),
          number,
          buffer.id(),
          3,
          4096,
          number);
    }
  }

  private RecentEvents read() throws IOException {
    watch.read();
    return watch.readEvents(new EventLimits(MAX_EVENTS, 1));
  }

  /** Records the opening of a resource that is not on a device. */
  private void elsewhere(Tally tally) {
    number++;
    writer.event(0, RecordLayout.EVENT_OPEN, 0, number, tally.id(), 0, 0, number);
  }

  private static List<Long> bytes(RecentEvents events) {
    return events.latest().stream().map(RecentEvent::event).map(EventEntry::bytes).toList();
  }

  @Test
  void nothingIsRecentBeforeTheFirstEvent() throws IOException {
    assertThat(read()).isEqualTo(RecentEvents.NONE);
  }

  @Test
  void anEventHasItsTypeAndItsPlace() throws IOException {
    happen(0, 1);
    RecentEvents events = read();
    assertThat(events.count()).isEqualTo(1);
    assertThat(events.latest())
        .containsExactly(
            new RecentEvent(
                new EventEntry(1, EventEntry.Kind.OPEN, buffer.id(), 3, "DRAM", 4096, 1),
                "buffer",
                true));
  }

  @Test
  void eventsOnDevicesAreNotLeftOutForTheSakeOfOthers() throws IOException {
    happen(0, 2);
    for (int i = 0; i < 2 * MAX_EVENTS; i++) {
      elsewhere(buffer);
    }
    RecentEvents events = read();
    assertThat(events.count()).isEqualTo(2 + 2 * MAX_EVENTS);
    assertThat(bytes(events)).containsExactly(1L, 2L, 12L);
  }

  /** Only a type with device memory has views. */
  @Test
  void anEventWithAnAddressAndWithoutASpaceIsOneOfAView() throws IOException {
    happen(0, 1);
    Tally file =
        Objects.requireNonNull(writer.tally(writer.type("file", "a.F", 0, null, null, 0), 0));
    writer.event(0, RecordLayout.EVENT_OPEN, 0, 2, buffer.id(), 3, 4096, 64);
    writer.event(0, RecordLayout.EVENT_OPEN, 0, 3, file.id(), 0, 4096, 64);
    assertThat(read().latest())
        .extracting(RecentEvent::onDevice)
        .containsExactly(true, true, false);
  }

  @Test
  void whatTheAgentOpensForItselfIsNoEvent() throws IOException {
    int type = writer.type("own", "a.O", RecordLayout.TYPE_INTERNAL, null, null, 0);
    Tally own = Objects.requireNonNull(writer.tally(type, 0));
    elsewhere(own);
    happen(0, 1);
    elsewhere(own);
    RecentEvents events = read();
    assertThat(events.count()).isEqualTo(1);
    assertThat(bytes(events)).containsExactly(2L);
  }

  @Test
  void theLatestAreReturnedAndTheOthersCounted() throws IOException {
    happen(0, 12);
    RecentEvents events = read();
    assertThat(events.count()).isEqualTo(12);
    assertThat(bytes(events)).containsExactly(8L, 9L, 10L, 11L, 12L);
  }

  /**
   * The result does not depend on the number of events between two readings or on where the ring
   * wraps around.
   */
  @Test
  void eachEventIsCountedOnceUnlessTheRingTurnedOverIt() throws IOException {
    for (int times = 0; times <= 3 * RING; times++) {
      for (int repeat = 0; repeat < RING + 1; repeat++) {
        happen(0, times);
        RecentEvents events = read();
        assertThat(events.count()).as("%d events", times).isEqualTo(Math.min(times, RING));
        assertThat(bytes(events)).isEqualTo(last(Math.min(times, MAX_EVENTS)));
        assertThat(read()).isEqualTo(RecentEvents.NONE);
      }
    }
  }

  private List<Long> last(int count) {
    return LongStream.rangeClosed(number - count + 1, number).boxed().toList();
  }

  @Test
  void eventsOfAllStripesAreInTheOrderOfTime() throws IOException {
    for (int i = 0; i < 3; i++) {
      happen(0, 1);
      happen(1, 1);
      happen(2, 1);
    }
    RecentEvents events = read();
    assertThat(events.count()).isEqualTo(9);
    assertThat(bytes(events)).containsExactly(5L, 6L, 7L, 8L, 9L);
  }
}
