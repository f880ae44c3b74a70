package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.read.LedgerBytes.payload;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampledMarksTest {
  @TempDir Path dir;
  private final LedgerBytes ledger = new LedgerBytes();
  private final int tally = ledger.tally(ledger.type("buffer", "B", 0), 0);

  private int samples() {
    return ledger.record(RECORD_SAMPLES, SAMPLES_BYTES, at -> {});
  }

  private int counts() {
    int counts = ledger.record(RECORD_OPEN, OPEN_BYTES, at -> {});
    ledger.putInt(payload(tally) + TALLY_OPEN, counts);
    return counts;
  }

  private void sample(int samples, int cell, long mark, long nanos, long opened, long flags) {
    int at = payload(samples) + cell * SAMPLE_BYTES;
    ledger.putLong(at + SAMPLE_NANOS, nanos);
    ledger.putLong(at + SAMPLE_OPENED, opened);
    ledger.putLong(at + SAMPLE_FLAGS, flags);
    ledger.putLong(at + SAMPLE_MARK, mark);
  }

  private void open(int counts, int cell, long mark, long count, long bytes) {
    int at = payload(counts) + cell * OPEN_CELL_BYTES;
    ledger.putLong(at + OPEN_COUNT, count);
    ledger.putLong(at + OPEN_BYTES_HELD, bytes);
    ledger.putLong(at + OPEN_MARK, mark);
  }

  private LedgerImage read() throws IOException {
    return LedgerReader.read(ledger.writeTo(dir.resolve("a.ledger")), Liveness.PROBE);
  }

  @Test
  void samplesAreInTheOrderOfTimeAndBeginWithTheFirstCount() throws IOException {
    int samples = samples();
    sample(samples, 0, 5, 500, 9, SAMPLE_HAS_BYTES);
    sample(samples, 1, 2, 200, 3, SAMPLE_HAS_BYTES);
    sample(samples, 2, 3, 300, 4, 0);
    int counts = counts();
    open(counts, 0, 5, 7, 70);
    open(counts, 2, 3, 2, 20);
    SampledMarks marks = read().sampledMarks();
    assertThat(marks.samples())
        .containsExactly(
            new SampledMarks.Sample(200, 3),
            new SampledMarks.Sample(300, 4),
            new SampledMarks.Sample(500, 9));
    assertThat(marks.open(tally)).containsExactly(0, 2, 7);
    assertThat(marks.bytes(tally)).containsExactly(0, -1, 70);
    assertThat(marks.open(4711)).containsExactly(0, 0, 0);
  }

  @Test
  void aCountOfAnotherMarkIsUnknown() throws IOException {
    int samples = samples();
    sample(samples, 0, 5, 500, 9, SAMPLE_HAS_BYTES);
    open(counts(), 0, 37, 7, 70);
    assertThat(read().sampledMarks().open(tally)).containsExactly(-1);
  }

  @Test
  void impossibleNumbersAreNotBelieved() throws IOException {
    int samples = samples();
    sample(samples, 0, 1, -500, -9, SAMPLE_HAS_BYTES);
    sample(samples, 1, -2, 200, 3, 0);
    sample(samples(), 0, 9, 900, 9, 0);
    open(counts(), 0, 1, Long.MIN_VALUE, -70);
    SampledMarks marks = read().sampledMarks();
    assertThat(marks.samples()).containsExactly(new SampledMarks.Sample(0, 0));
    assertThat(marks.open(tally)).containsExactly(0);
    assertThat(marks.bytes(tally)).containsExactly(0);
  }

  @Test
  void countsThatAreARecordOfAnotherKindAreNone() throws IOException {
    sample(samples(), 0, 1, 100, 1, 0);
    ledger.putInt(payload(tally) + TALLY_OPEN, tally);
    assertThat(read().sampledMarks().open(tally)).containsExactly(0);
    ledger.putInt(payload(tally) + TALLY_OPEN, -1);
    assertThat(read().sampledMarks().open(tally)).containsExactly(0);
  }

  @Test
  void aRecordThatIsTooShortIsDamage() throws IOException {
    ledger.ints(RECORD_SAMPLES, 1, 2, 3);
    ledger.ints(RECORD_OPEN, 1, 2, 3);
    assertThat(read().damage())
        .hasSize(2)
        .allMatch(sentence -> sentence.contains(" has 12 bytes, expected at least "));
  }

  @Test
  void countsFromOutsideStandBesideThoseOfTheProcess() throws IOException {
    sample(samples(), 0, 1, 1_000_000_000L, 1, SAMPLE_HAS_BYTES);
    open(counts(), 0, 1, 4, 40);
    Files.writeString(
        dir.resolve("a.marks"),
        """
        2023-11-14T22:13:22Z rss=4096 open=12;%1$d:5:50 complete
        2023-11-14T22:13:23Z open=13;7:5:50;+ others left out
        2023-11-14T22:13:24Z open=14 nothing open
        2023-11-14T22:13:25Z open=? open=9 of mine
        2023-11-14T22:13:26Z open=1;2 no counts
        """
            .formatted(tally));
    LedgerImage image = read();
    assertThat(image.marksDamage()).isEmpty();
    assertThat(image.marks())
        .extracting(Mark::name)
        .containsExactly(
            "complete", "others left out", "nothing open", "open=9 of mine", "open=1;2 no counts");
    SampledMarks marks = image.sampledMarks();
    assertThat(marks.samples())
        .extracting(SampledMarks.Sample::opened)
        .containsExactly(1L, 12L, 13L, 14L);
    assertThat(marks.open(tally)).containsExactly(4, 5, -1, 0);
    assertThat(marks.bytes(tally)).containsExactly(40, 50, -1, 0);
  }
}
