package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.record.MisuseEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerCountersTest {
  private static final int THREADS = 8;
  private static final int ROUNDS = 50_000;

  @TempDir Path dir;

  private static void onThreads(IntConsumer task) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int number = t;
      Thread thread = new Thread(() -> task.accept(number));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void noCountIsLostBetweenThreads() throws Exception {
    TestLedger ledger = new TestLedger(dir);
    LedgerWriter writer = ledger.writer;
    int space = writer.text("DRAM");
    onThreads(
        stripe -> {
          for (int i = 0; i < ROUNDS; i++) {
            Tally tally = ledger.tally();
            tally.opened(stripe, i % 2 == 0);
            writer.devices().opened(i % 3, space, 100);
            tally.closed(stripe);
            tally.lived(stripe, i);
            tally.reclaimed(stripe, 7);
            tally.collected(stripe);
            tally.folded(9);
            tally.hollow();
            tally.closeFailed(stripe);
            writer.devices().closed(i % 3, space, 100);
            writer.closeSite(tally, i % 5);
            writer.misuse(MisuseKind.DOUBLE_CLOSE, tally.typeId(), i % 5, 0, 0);
            writer.dropped(i % 2 == 0 ? Loss.NO_STACK : Loss.NO_HEAP);
            writer.unknownClose();
          }
        });
    long all = (long) THREADS * ROUNDS;
    TallyEntry tally = ledger.read().tallies().values().iterator().next();
    assertThat(ledger.read().tallies()).hasSize(1);
    assertThat(tally.opened()).isEqualTo(all);
    assertThat(tally.closed()).isEqualTo(all);
    assertThat(tally.openings().aliases()).isEqualTo(all / 2);
    assertThat(tally.closes().reclaimed()).isEqualTo(all);
    assertThat(tally.closes().reclaimedBytes()).isEqualTo(7 * all);
    assertThat(tally.losses().collected()).isEqualTo(all);
    assertThat(tally.closes().failed()).isEqualTo(all);
    assertThat(LongStream.of(tally.lifetimes()).sum()).isEqualTo(all);
    assertThat(ledger.read().devices()).hasSize(3).allMatch(d -> d.liveBytes() == 0);
    assertThat(ledger.read().devices().stream().mapToLong(DeviceEntry::closed).sum())
        .isEqualTo(all);
    assertThat(ledger.read().rows(CloseSiteEntry.class))
        .hasSize(5)
        .allMatch(s -> s.count() == all / 5);
    assertThat(ledger.read().misuse().stream().mapToLong(MisuseEntry::count).sum()).isEqualTo(all);
    assertThat(ledger.read().dropped()).isEqualTo(all);
    assertThat(ledger.read().losses())
        .hasSize(2)
        .allSatisfy((why, n) -> assertThat(n * 2).isEqualTo(all));
    assertThat(tally.losses().folded()).isEqualTo(all);
    assertThat(tally.losses().foldedBytes()).isEqualTo(9 * all);
    assertThat(tally.losses().hollow()).isEqualTo(all);
    assertThat(tally.slots()).isEqualTo(-2 * all);
    assertThat(ledger.read().unknownCloses()).isEqualTo(all);
  }

  @Test
  void thePeakIsTheMostThatEverWasOpenAtOnce() throws Exception {
    TestLedger ledger = new TestLedger(dir);
    DeviceTotals devices = ledger.writer.devices();
    int space = ledger.writer.text("L1");
    onThreads(
        stripe -> {
          for (int i = 0; i < 10_000; i++) {
            devices.opened(0, space, 10);
          }
        });
    onThreads(
        stripe -> {
          for (int i = 0; i < 10_000; i++) {
            devices.closed(0, space, 10);
            devices.opened(0, space, 5);
            devices.closed(0, space, 5);
          }
        });
    assertThat(ledger.read().devices())
        .containsExactly(
            new DeviceEntry(0, "L1", 0, 800_000, 160_000, 160_000, 1_200_000, 1_200_000));
  }

  @Test
  void aDeviceIdIsWhatSixteenBitsHoldInTotalsAsInSlots() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    int space = ledger.writer.text("DRAM");
    ledger.writer.devices().opened(40_000, space, 8);
    ledger.writer.devices().closed((short) 40_000, space, 8);
    assertThat(ledger.read().devices())
        .containsExactly(new DeviceEntry((short) 40_000, "DRAM", 0, 8, 1, 1, 8, 8));
  }

  @Test
  void saysThatATotalWasNotCountedBecauseTheLedgerCannotGrow() throws IOException {
    TestLedger ledger = new TestLedger(dir, 0, 2);
    int space = ledger.writer.text("DRAM");
    int[] line = {0};
    while (ledger.patiently(() -> ledger.writer.frame("demo", "demo", null, ++line[0])) != 0) {}
    assertThat(ledger.writer.devices().opened(0, space, 8)).isFalse();
  }

  @Test
  void devicesBeyondTheBoundHaveNoTotalsWithoutHarm() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    for (int row = 1; row <= DeviceTotals.MAX_ROWS + 5; row++) {
      int space = row;
      int counted = ledger.patiently(() -> ledger.writer.devices().opened(0, space, 1) ? 1 : 0);
      assertThat(counted).isEqualTo(1);
      ledger.writer.devices().closed(0, space, 1);
    }
    assertThat(ledger.read().devices()).hasSize(DeviceTotals.MAX_ROWS);
  }

  @Test
  void talliesBeyondTheBoundShareTheLifetimesOfTheirType() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    int type = ledger.writer.type("buffer", "a.Buffer", 0, null, null, 0);
    for (int stack = 1; stack <= 4100; stack++) {
      int number = stack;
      ledger.patiently(() -> ledger.writer.tally(type, number) == null ? 0 : 1);
      Tally tally = ledger.writer.tally(type, stack);
      assertThat(tally).isNotNull();
      tally.opened(0, false);
      ledger.patiently(() -> ledger.writer.tallies.lifetimesOf(tally) == null ? 0 : 1);
      tally.closed(0);
      tally.lived(0, 1_000);
    }
    assertThat(
            ledger.read().tallies().values().stream()
                .flatMapToLong(t -> LongStream.of(t.lifetimes()))
                .sum())
        .isEqualTo(4100);
    assertThat(ledger.read().tallies()).hasSize(4101);
  }

  @Test
  void theHistoryKeepsTheLastEventsInOrder() throws IOException {
    TestLedger ledger = new TestLedger(dir, 64, MAX_SEGMENTS);
    for (int i = 1; i <= 1000; i++) {
      ledger.writer.event(i % 4, EVENT_OPEN, 0, i, 1, -1, i, 2L * i);
    }
    assertThat(ledger.read().events())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(937, 1000)
                .mapToObj(i -> new EventEntry(i, EventEntry.Kind.OPEN, 1, -1, null, i, 2L * i))
                .toList());
    assertThat(ledger.read().eventsSinceNanos()).isEqualTo(940);
  }

  @Test
  void noHistoryIsWrittenWhereNoneIsKept() throws IOException {
    TestLedger ledger = new TestLedger(dir, 3, MAX_SEGMENTS);
    ledger.writer.event(0, EVENT_OPEN, 0, 1, 1, 0, 0, 0);
    assertThat(ledger.read().events()).isEmpty();
  }

  @Test
  void saysOnceThatItEndedAndThatItWasSwitchedOff() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    assertThat(ledger.writer.hookError()).isZero();
    assertThat(ledger.writer.hookError()).isEqualTo(1);
    ledger.writer.gap(Gap.SWITCHED_OFF);
    ledger.writer.ended();
    assertThat(ledger.read().hookErrors()).isEqualTo(2);
    assertThat(ledger.read().process().gaps()).containsExactly(Gap.SWITCHED_OFF);
    assertThat(ledger.writer.now()).isPositive();
  }

  /** Only some of the collected resources keep their slots, as examples. */
  @Test
  void countsWhatWasLostWhetherItHasASlotOrNot() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    Tally tally = ledger.tally();
    for (int i = 0; i < 7_081; i++) {
      tally.opened(0, false);
      tally.collected(0);
      if (i >= 256) {
        tally.folded(9);
      }
    }
    TallyEntry read = ledger.read().tallies().values().iterator().next();
    assertThat(read.open()).isEqualTo(7_081);
    assertThat(read.losses().collected()).isEqualTo(7_081);
    assertThat(read.slots()).as("examples").isEqualTo(256);
  }
}
