package io.ttalloc.ledger.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.read.SampledMarks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenSamplesTest {
  @TempDir Path dir;

  private static List<Long> times(SampledMarks marks) {
    return marks.samples().stream().map(SampledMarks.Sample::atNanos).toList();
  }

  private static Tally tally(TestLedger ledger, int number) {
    Tally tally = ledger.writer.tally(ledger.writer.type("t" + number, "T", 0, null, null, 0), 0);
    if (tally == null) {
      throw new IllegalStateException("The ledger could not grow for a tally");
    }
    return tally;
  }

  @Test
  void countsAndBytesOfWhatIsOpenAreKeptAtEachMark() throws IOException {
    try (TestLedger ledger = new TestLedger(dir)) {
      Tally tally = ledger.tally();
      ledger.writer.marked(10);
      int first = ledger.open(tally);
      ledger.open(tally);
      ledger.writer.marked(20);
      tally.closed(0);
      ledger.writer.slots().free(first, ledger.batch);
      ledger.writer.marked(30);
      tally.opened(0, false);
      tally.collected(0);
      tally.folded(7);
      ledger.writer.marked(40);

      SampledMarks marks = ledger.read().sampledMarks();
      assertThat(marks.samples())
          .containsExactly(
              new SampledMarks.Sample(10, 0),
              new SampledMarks.Sample(20, 2),
              new SampledMarks.Sample(30, 2),
              new SampledMarks.Sample(40, 3));
      assertThat(marks.open(tally.id())).containsExactly(0, 2, 1, 2);
      assertThat(marks.bytes(tally.id())).containsExactly(0, 128, 64, 71);
    }
  }

  @Test
  void aViewHasNoBytesOfItsOwn() throws IOException {
    try (TestLedger ledger = new TestLedger(dir)) {
      Tally tally = ledger.tally();
      int view = ledger.open(tally);
      ledger.writer.slots().addFlags(view, SlotLayout.FLAG_ALIAS);
      ledger.writer.marked(10);
      assertThat(ledger.read().sampledMarks().bytes(tally.id())).containsExactly(0);
    }
  }

  @Test
  void aHundredThousandMarksAreThinnedToSamplesOfTheWholeRun() throws IOException {
    try (TestLedger ledger = new TestLedger(dir)) {
      Tally early = tally(ledger, 1);
      Tally late = tally(ledger, 2);
      for (int mark = 1; mark <= 100_000; mark++) {
        early.opened(0, false);
        if (mark > 60_000) {
          late.opened(1, false);
        }
        ledger.writer.marked(mark);
      }
      SampledMarks marks = ledger.read().sampledMarks();
      List<Long> times = times(marks);
      assertThat(times).hasSizeBetween(16, 32).allMatch(at -> at % 4096 == 0);
      assertThat(times.get(0)).isEqualTo(4096);
      assertThat(times.get(times.size() - 1)).isEqualTo(98_304);
      long[] expected = times.stream().mapToLong(at -> at).toArray();
      assertThat(marks.open(early.id())).containsExactly(expected);
      assertThat(marks.open(late.id()))
          .containsExactly(times.stream().mapToLong(at -> Math.max(0, at - 60_000)).toArray());
    }
  }

  @Test
  void onlyABoundedNumberOfTalliesIsCounted() throws IOException {
    try (TestLedger ledger = new TestLedger(dir)) {
      List<Tally> tallies = new ArrayList<>();
      for (int i = 0; i <= OpenSamples.MAX_TALLIES; i++) {
        int type = ledger.patiently(() -> ledger.writer.type("t", "T", 0, null, null, 0));
        int frame = ledger.writer.frame("A", "m", null, i);
        int stack = ledger.patiently(() -> ledger.writer.stack(new int[] {frame}));
        Tally tally = ledger.writer.tally(type, stack);
        if (tally != null) {
          tally.opened(0, false);
          tallies.add(tally);
        }
      }
      ledger.writer.marked(10);
      long counted = counted(ledger, tallies, 0);
      assertThat(counted).isPositive();
      // On a slow disk, the ledger may not have grown in time to store the counts of some tallies.
      if (counted < Math.min(tallies.size(), OpenSamples.MAX_TALLIES)) {
        assertThat(ledger.read().process().gaps()).contains(Gap.DETAILS_MISSING);
      }
      // The second mark may count tallies that the first mark could not count.
      ledger.writer.marked(20);
      assertThat(counted(ledger, tallies, 1)).isBetween(counted, (long) OpenSamples.MAX_TALLIES);
    }
  }

  private static long counted(TestLedger ledger, List<Tally> tallies, int mark) throws IOException {
    SampledMarks marks = ledger.read().sampledMarks();
    return tallies.stream().filter(tally -> marks.open(tally.id())[mark] == 1).count();
  }

  @Test
  void aLedgerThatCannotGrowForCountsSaysSo() throws IOException {
    try (TestLedger ledger = new TestLedger(dir, 0, 3)) {
      Tally tally = ledger.tally();
      tally.opened(0, false);
      while (ledger.writer.text("x".repeat(7_000) + System.nanoTime()) != 0) {
        // Fills the segment of records.
      }
      for (int i = 0; ledger.writer.text("y" + i) != 0; i++) {
        // Fills the rest of the segment.
      }
      ledger.writer.marked(10);
      assertThat(ledger.read().process().gaps()).contains(Gap.DETAILS_MISSING);
      assertThat(ledger.read().sampledMarks().samples()).isEmpty();
    }
  }

  @Test
  void threadsThatMarkAtTheSameTimeDoNotMixTheirCounts() throws Exception {
    try (TestLedger ledger = new TestLedger(dir)) {
      Tally tally = ledger.tally();
      tally.opened(0, false);
      CountDownLatch go = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Thread thread =
            new Thread(
                () -> {
                  try {
                    go.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                  for (int i = 0; i < 20_000; i++) {
                    ledger.writer.marked(1 + System.nanoTime());
                  }
                });
        thread.start();
        threads.add(thread);
      }
      go.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      SampledMarks marks = ledger.read().sampledMarks();
      assertThat(marks.samples()).hasSizeBetween(1, 32);
      assertThat(marks.open(tally.id())).containsOnly(1);
    }
  }
}
