package io.ttalloc.analysis.facts;

import static io.ttalloc.analysis.FakeLedger.ledger;
import static io.ttalloc.analysis.FakeLedger.stack;
import static io.ttalloc.analysis.MeshPicture.BUFFER;
import static io.ttalloc.ledger.read.EventEntry.Kind.CLOSE;
import static io.ttalloc.ledger.read.EventEntry.Kind.COLLECTED;
import static io.ttalloc.ledger.read.EventEntry.Kind.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.FakeLedger;
import io.ttalloc.analysis.Reports;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
  /** A fake ledger is read after two seconds; a timeline has 400 cells. */
  private static final long CELL = 5_000_000;

  private static List<Long> only(FakeLedger ledger) {
    Timeline timeline = Reports.of(ledger).timeline();
    assertThat(timeline.series()).hasSize(1);
    assertThat(timeline.endNanos()).isEqualTo(400 * CELL);
    return timeline.series().get(0).mostBytes();
  }

  @Test
  void goesBackFromWhatIsOpenAtTheEnd() {
    FakeLedger ledger =
        ledger()
            .device(0, "DRAM", 40, 140, 2, 1)
            .event(10 * CELL, OPEN, 0, "DRAM", 100)
            .event(20 * CELL, OPEN, 0, "DRAM", 40)
            .event(30 * CELL, CLOSE, 0, "DRAM", 100);
    List<Long> most = only(ledger);

    assertThat(most.subList(0, 10)).containsOnly(0L);
    assertThat(most.subList(10, 20)).containsOnly(100L);
    assertThat(most.subList(20, 31)).containsOnly(140L);
    assertThat(most.subList(31, 400)).containsOnly(40L);
  }

  @Test
  void keepsAPeakThatIsShorterThanACell() {
    FakeLedger ledger =
        ledger()
            .device(0, "DRAM", 0, 100, 1, 1)
            .event(10 * CELL + 1, OPEN, 0, "DRAM", 100)
            .event(10 * CELL + 2, CLOSE, 0, "DRAM", 100);
    List<Long> most = only(ledger);

    assertThat(most.get(9)).isZero();
    assertThat(most.get(10)).isEqualTo(100);
    assertThat(most.get(11)).isZero();
  }

  @Test
  void whatTheCollectorTookStillTakesItsMemory() {
    FakeLedger ledger =
        ledger()
            .device(0, "DRAM", 100, 100, 1, 0)
            .event(10 * CELL, OPEN, 0, "DRAM", 100)
            .event(20 * CELL, COLLECTED, 0, "DRAM", 100);
    assertThat(only(ledger).subList(10, 400)).containsOnly(100L);
  }

  @Test
  void beforeTheOldestKeptEventItKnowsWhatIsStillOpen() {
    FakeLedger ledger = ledger().device(0, "DRAM", 100, 900, 9, 8);
    // Opened after one millisecond.
    ledger.open(BUFFER, stack("a.B.c:1")).on("s", 0, "DRAM").at(0, 100).bytes(100);
    ledger.eventsSince(20 * CELL).event(20 * CELL, CLOSE, 0, "DRAM", 800);
    List<Long> most = only(ledger);

    assertThat(most.subList(0, 20)).containsOnly(100L);
    assertThat(most.get(20)).isEqualTo(900);
    assertThat(most.subList(21, 400)).containsOnly(100L);
    assertThat(Reports.of(ledger).timeline().completeSinceNanos()).isEqualTo(20 * CELL);
  }

  @Test
  void leavesOutTheSmallestOfTooMany() {
    FakeLedger ledger = ledger();
    for (int device = 0; device < 70; device++) {
      ledger.device(device, "DRAM", device, device, 1, 0);
    }
    Timeline timeline = Reports.of(ledger).timeline();

    assertThat(timeline.omittedSeries()).isEqualTo(6);
    assertThat(timeline.series()).extracting(Timeline.Series::device).startsWith(6, 7).hasSize(64);
  }
}
