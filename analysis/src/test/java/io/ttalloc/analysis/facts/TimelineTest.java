package io.ttalloc.analysis.facts;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
  /** The length of one of the 400 cells into which a timeline divides the ledger's two seconds. */
  private static final long CELL = 5_000_000;

  /** The capacity of a history in which each of the four stripes keeps a single event. */
  private static final int ONE_EVENT = 4;

  private final LedgerBuilder ledger = ledger().history(1_024);

  private List<Long> only() {
    Timeline timeline = Reports.of(ledger).history().timeline();
    assertThat(timeline.series()).hasSize(1);
    assertThat(timeline.endNanos()).isEqualTo(400 * CELL);
    return timeline.series().get(0).maxBytes();
  }

  private OpenedResource buffer(long bytes) {
    return ledger.open(BUFFER, stack("a.B.c:1")).on("s", 0, "DRAM").at(0, bytes).bytes(bytes);
  }

  @Test
  void reconstructsEarlierLevelsFromWhatIsOpenAtTheEnd() {
    ledger.at(10 * CELL);
    OpenedResource first = buffer(100);
    ledger.at(20 * CELL);
    buffer(40);
    ledger.at(30 * CELL);
    first.closed();
    List<Long> most = only();

    assertThat(most.subList(0, 10)).containsOnly(0L);
    assertThat(most.subList(10, 20)).containsOnly(100L);
    assertThat(most.subList(20, 31)).containsOnly(140L);
    assertThat(most.subList(31, 400)).containsOnly(40L);
  }

  @Test
  void showsAPeakShorterThanACell() {
    ledger.at(10 * CELL);
    buffer(100).closed();
    List<Long> most = only();

    assertThat(most.get(9)).isZero();
    assertThat(most.get(10)).isEqualTo(100);
    assertThat(most.get(11)).isZero();
  }

  @Test
  void countsCollectedResourcesAsOccupyingMemory() {
    ledger.at(10 * CELL);
    OpenedResource lost = buffer(100);
    ledger.at(20 * CELL);
    lost.collected();

    assertThat(only().subList(10, 400)).containsOnly(100L);
  }

  @Test
  void countsOnlyWhatIsStillOpenBeforeTheOldestKeptEvent() {
    ledger.history(ONE_EVENT);
    buffer(100);
    OpenedResource large = buffer(800);
    ledger.at(20 * CELL);
    large.closed();
    List<Long> most = only();

    assertThat(most.subList(0, 20)).containsOnly(100L);
    assertThat(most.get(20)).isEqualTo(900);
    assertThat(most.subList(21, 400)).containsOnly(100L);
    assertThat(Reports.of(ledger).history().timeline().completeSinceNanos()).isEqualTo(20 * CELL);
  }

  @Test
  void omitsTheSmallestSeriesBeyondTheLimit() {
    for (int device = 0; device < 70; device++) {
      ledger.open(BUFFER, stack("a.B.c:1")).on("s", device, "DRAM").at(0, 64).bytes(device);
    }
    Timeline timeline = Reports.of(ledger).history().timeline();

    assertThat(timeline.omittedSeries()).isEqualTo(6);
    assertThat(timeline.series()).extracting(Timeline.Series::device).startsWith(6, 7).hasSize(64);
  }
}
