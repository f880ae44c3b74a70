package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.RecordLayout.MAX_TEXT_BYTES;
import static io.ttalloc.ledger.RecordLayout.RECORD_HEADER_BYTES;
import static io.ttalloc.ledger.RecordLayout.recordPosition;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.Patience;
import io.ttalloc.ledger.record.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTablesTest {
  private static final int ROOM = 96;

  @TempDir Path dir;

  private TestLedger withSegments(int segments) throws IOException {
    return new TestLedger(dir, 0, segments);
  }

  /** Fills the ledger until only {@link #ROOM} bytes are left for records. */
  private static void fill(LedgerWriter writer) {
    String text = "x".repeat(996);
    int last = 0;
    int[] number = {1000};
    for (int id = 1; id != 0; id = patiently(writer, () -> writer.text(text + number[0]++))) {
      last = id;
    }
    assertThat(writer.whyNot()).isEqualTo(Loss.AT_LIMIT);
    int end = (int) recordPosition(last) % SEGMENT_BYTES + 1000 + RECORD_HEADER_BYTES + 8;
    int length = SEGMENT_BYTES - end - RECORD_HEADER_BYTES - ROOM;
    assertThat(writer.text("y".repeat(length))).isPositive();
  }

  private static int patiently(LedgerWriter writer, IntSupplier attempt) {
    return Patience.retry(writer::whyNot, attempt);
  }

  @Test
  void equalTextsFramesAndStacksAreWrittenOnce() throws IOException {
    LedgerWriter writer = new TestLedger(dir).writer;
    assertThat(writer.text("a")).isEqualTo(writer.text(new String("a"))).isPositive();
    int frame = writer.frame("a.B", "m", "B.java", 7);
    assertThat(writer.frame("a.B", "m", "B.java", 7)).isEqualTo(frame);
    assertThat(writer.frame("a.B", "m", "B.java", 8)).isNotEqualTo(frame);
    assertThat(writer.frame("a.B", "m", null, 7)).isNotEqualTo(frame);
    int other = writer.frame("C", "m", null, -2);
    assertThat(writer.stack(new int[] {frame, other}))
        .isEqualTo(writer.stack(new int[] {frame, other}))
        .isNotEqualTo(writer.stack(new int[] {other, frame}));
  }

  @Test
  void oneTypeWithAndWithoutALimitIsTwo() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    Tally limited = tallyOf(ledger.writer, 5_000_000_000L);
    Tally unlimited = tallyOf(ledger.writer, 0);
    assertThat(limited.typeId()).isNotEqualTo(unlimited.typeId());
    assertThat(limitOf(ledger, limited)).isEqualTo(5_000_000_000L);
    assertThat(limitOf(ledger, unlimited)).isZero();
  }

  private static Tally tallyOf(LedgerWriter writer, long limitNanos) {
    int type = writer.type("buffer", "a.Buffer", 0, null, null, limitNanos);
    Tally tally = requireNonNull(writer.tally(type, 0));
    tally.opened(0, false);
    return tally;
  }

  private static long limitOf(TestLedger ledger, Tally tally) throws IOException {
    return requireNonNull(ledger.read().tallies().get(tally.id())).type().policy().limitNanos();
  }

  @Test
  void aReaderSeesTheFramesThatWereWritten() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    int stack =
        ledger.writer.stack(
            new int[] {
              ledger.writer.frame("a.B", "<init>", "B.java", 7),
              ledger.writer.frame("C$木", "m", null, -2)
            });
    assertThat(ledger.read().stack(stack))
        .containsExactly(new Frame("a.B", "<init>", "B.java", 7), new Frame("C$木", "m", null, -2));
  }

  @Test
  void textsThatDifferOnlyBehindTheLongestTextAreOne() throws IOException {
    LedgerWriter writer = new TestLedger(dir).writer;
    for (String unit : new String[] {"a", "ä", "木", "😀"}) {
      String start = unit.repeat(MAX_TEXT_BYTES + 1);
      assertThat(writer.text(start + "1")).isEqualTo(writer.text(start + "2")).isPositive();
    }
  }

  @Test
  void aLongTextIsCutBetweenCharacters() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    for (String unit : new String[] {"a", "ä", "木", "😀", "a😀"}) {
      int type = ledger.writer.type(unit.repeat(MAX_TEXT_BYTES), "C", 0, null, null, 0);
      assertThat(type).isPositive();
      Tally tally = ledger.writer.tally(type, 0);
      assertThat(tally).isNotNull();
      tally.opened(0, false);
    }
    assertThat(ledger.read().tallies().values())
        .hasSize(5)
        .allSatisfy(
            tally ->
                assertThat(tally.type().name())
                    .doesNotContain("?", "\ufffd")
                    .satisfies(name -> assertThat(name.length()).isGreaterThan(2000)));
  }

  @Test
  void aFrameWhoseNameFoundNoSpaceIsNotWritten() throws IOException {
    LedgerWriter writer = withSegments(2).writer;
    fill(writer);
    assertThat(writer.text("a.very.long.Name".repeat(16))).isZero();
    assertThat(writer.frame("a.very.long.Name".repeat(16), "m", null, 1)).isZero();
    assertThat(writer.frame("demo", "a.very.long.method".repeat(16), null, 1)).isZero();
    assertThat(writer.frame("demo", "demo", "a.very.long.file".repeat(16), 1)).isZero();
    // There is room for a frame whose names are already recorded; only new names found no room.
    assertThat(writer.frame("demo", "JVM", null, 1)).isPositive();
  }

  @Test
  void aTypeWhoseNameFoundNoSpaceIsNotWritten() throws IOException {
    LedgerWriter writer = withSegments(2).writer;
    fill(writer);
    assertThat(writer.type("x".repeat(256), "y".repeat(256), 0, null, null, 0)).isZero();
    assertThat(writer.type("demo", "JVM", 0, null, null, 0)).isPositive();
  }

  @Test
  void aStackThatLacksAFrameIsNotedAsUnknown() throws IOException {
    TestLedger ledger = withSegments(2);
    fill(ledger.writer);
    assertThat(ledger.read().process().gaps()).doesNotContain(Gap.STACKS_UNKNOWN);
    assertThat(ledger.writer.frame("a.very.long.Name".repeat(16), "m", null, 1)).isZero();
    assertThat(ledger.read().process().gaps()).contains(Gap.STACKS_UNKNOWN);
  }

  @Test
  void framesAndStacksAreBounded() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    LedgerWriter writer = ledger.writer;
    int[] stack = new int[1];
    for (int line = 1; line <= StackTable.MAX_STACKS; line++) {
      int number = line;
      stack[0] = patiently(writer, () -> writer.frame("C", "m", null, number));
      assertThat(patiently(writer, () -> writer.stack(stack))).isPositive();
    }
    assertThat(writer.stack(new int[] {stack[0], stack[0]})).isZero();
    assertThat(ledger.read().process().gaps()).contains(Gap.STACKS_UNKNOWN);
    assertThat(writer.stack(stack)).as("a known one").isPositive();
    for (int line = StackTable.MAX_STACKS + 1; line <= StackTable.MAX_FRAMES; line++) {
      int number = line;
      assertThat(patiently(writer, () -> writer.frame("C", "m", null, number))).isPositive();
    }
    assertThat(writer.frame("C", "m", null, 0)).isZero();
    assertThat(writer.frame("C", "m", null, 1)).as("a known one").isPositive();
  }
}
