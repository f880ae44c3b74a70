package io.ttalloc.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.LateCloseEntry;
import io.ttalloc.ledger.read.LedgerImage;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LateCloseRowsTest {
  private static final long LIMIT = 5_000_000_000L;

  @TempDir Path dir;

  private static Tally tally(LedgerWriter writer, long limitNanos) {
    int type = writer.type("buffer", "a.Buffer", 0, null, null, limitNanos);
    return Objects.requireNonNull(writer.tally(type, 0));
  }

  @Test
  void theLimitOfATypeIsReadByTheWriterAndByReaders() throws Exception {
    try (TestLedger ledger = new TestLedger(dir)) {
      Tally limited = tally(ledger.writer, LIMIT);
      Tally unlimited = tally(ledger.writer, 0);
      limited.opened(0, false);
      unlimited.opened(0, false);

      assertThat(limited.limitNanos()).isEqualTo(LIMIT);
      assertThat(unlimited.limitNanos()).isZero();
      assertThat(limited.typeId()).isNotEqualTo(unlimited.typeId());
      assertThat(ledger.read().tallies().get(limited.id()).type().limitNanos()).isEqualTo(LIMIT);
      assertThat(ledger.read().tallies().get(unlimited.id()).type().limitNanos()).isZero();
    }
  }

  @Test
  void lateClosesAreCountedByOpeningAndClosingStackWithTheLatestOfThem() throws Exception {
    try (TestLedger ledger = new TestLedger(dir)) {
      Tally tally = tally(ledger.writer, LIMIT);
      tally.opened(0, false);
      int stack =
          ledger.writer.stack(new int[] {ledger.writer.frame("a.Main", "run", "Main.java", 9)});
      ledger.writer.closedLate(tally, stack, 20);
      ledger.writer.closedLate(tally, stack, 70);
      ledger.writer.closedLate(tally, stack, 30);
      ledger.writer.closedLate(tally, 0, 10);

      LedgerImage image = ledger.read();
      assertThat(image.lateCloses())
          .containsExactly(
              new LateCloseEntry(tally.id(), image.stack(stack), 3, 70),
              new LateCloseEntry(tally.id(), List.of(), 1, 10));
      assertThat(image.stack(stack)).hasSize(1);
      assertThat(image.lateClosesUnlisted()).isZero();
      assertThat(image.damage()).isEmpty();
    }
  }

  @Test
  void whatIsBeyondTheBoundIsCounted() throws Exception {
    try (TestLedger ledger = new TestLedger(dir)) {
      Tally tally = tally(ledger.writer, LIMIT);
      tally.opened(0, false);
      for (int stack = 1; stack <= Occurrences.MAX_LATE_CLOSES + 3; stack++) {
        ledger.writer.closedLate(tally, stack, stack);
      }
      ledger.writer.closedLate(tally, 1, 9_000);

      LedgerImage image = ledger.read();
      assertThat(image.lateCloses()).hasSize(Occurrences.MAX_LATE_CLOSES);
      assertThat(image.lateClosesUnlisted()).isEqualTo(3);
      assertThat(image.lateCloses().get(0).count()).isEqualTo(2);
      assertThat(image.lateCloses().get(0).longestNanos()).isEqualTo(9_000);
    }
  }

  @Test
  void whatALedgerThatCannotGrowHasNoRoomForIsCounted() throws Exception {
    try (TestLedger ledger = new TestLedger(dir, 0, 2)) {
      Tally tally = tally(ledger.writer, LIMIT);
      tally.opened(0, false);
      int added = 0;
      while (ledger.read().lateClosesUnlisted() == 0 && added < Occurrences.MAX_LATE_CLOSES) {
        // Texts fill the only segment of records.
        ledger.writer.text("x".repeat(8_000) + added);
        ledger.writer.closedLate(tally, ++added, 1);
      }
      assertThat(added).isLessThan(Occurrences.MAX_LATE_CLOSES);
      assertThat(ledger.read().lateCloses()).hasSize(added - 1);
      assertThat(ledger.read().lateClosesUnlisted()).isEqualTo(1);
    }
  }
}
