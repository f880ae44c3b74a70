package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.RECORD_PADDING;
import static io.ttalloc.ledger.LedgerLayout.RECORD_STACK;
import static io.ttalloc.ledger.LedgerLayout.RECORD_TALLY;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordAreaTest {
  @TempDir Path dir;
  private SegmentedFile file;
  private RecordArea records;

  @BeforeEach
  void openFile() throws IOException {
    file = new SegmentedFile(dir.resolve("a.ledger").toFile(), 3);
    records = new RecordArea(file);
  }

  private int add(int kind, int length, boolean aligned) {
    int id = records.reserve(kind, length, aligned);
    if (id != 0) {
      records.commit(id, length);
    }
    return id;
  }

  private int kindAt(int id) {
    return records.segmentOf(id).getInt(RecordArea.payloadOffset(id) - 4);
  }

  private int lengthAt(int id) {
    return records.segmentOf(id).getInt(RecordArea.payloadOffset(id) - 8);
  }

  @Test
  void recordsFollowEachOtherAtMultiplesOfEight() {
    int first = add(RECORD_STACK, 5, false);
    int second = add(RECORD_STACK, 0, false);
    int third = add(RECORD_STACK, 8, false);
    assertThat(second - first).isEqualTo(2);
    assertThat(third - second).isEqualTo(1);
    assertThat(lengthAt(first)).isEqualTo(13);
    assertThat(lengthAt(second)).isEqualTo(8);
  }

  @Test
  void anAlignedPayloadStartsAtACacheLineWhateverStandsBeforeIt() {
    for (int before = 0; before < 80; before++) {
      add(RECORD_STACK, before, false);
      int id = add(RECORD_TALLY, 64, true);
      assertThat(RecordArea.payloadOffset(id) % 64).isZero();
    }
  }

  @Test
  void everyByteUpToTheEndIsCoveredByRecords() {
    int first = add(RECORD_STACK, 8, false);
    for (int i = 0; i < 200; i++) {
      add(i % 3 == 0 ? RECORD_TALLY : RECORD_STACK, i * 7, i % 3 == 0);
    }
    int last = add(RECORD_STACK, 8, false);
    int at = first;
    while (at < last) {
      assertThat(lengthAt(at)).isGreaterThanOrEqualTo(8);
      at += (lengthAt(at) + 7) >>> 3;
    }
    assertThat(at).isEqualTo(last);
  }

  @Test
  void aRecordThatDoesNotFitGoesToTheNextSegmentAndThenNoWhere() {
    int half = SEGMENT_BYTES / 2;
    int first = add(RECORD_STACK, half, false);
    int second = add(RECORD_STACK, half, false);
    assertThat(records.segmentOf(first)).isSameAs(file.segment(1));
    assertThat(records.segmentOf(second)).isSameAs(file.segment(2));
    assertThat(add(RECORD_STACK, half, false)).isZero();
    // A smaller one still fits behind.
    assertThat(add(RECORD_STACK, 100, false)).isPositive();
  }

  @Test
  void aRecordThatWasReservedAndNeverCommittedBecomesPadding() {
    int lost = records.reserve(RECORD_TALLY, 320, true);
    assertThat(lengthAt(lost)).isZero();
    int next = add(RECORD_STACK, 8, false);
    assertThat(kindAt(lost)).isEqualTo(RECORD_PADDING);
    assertThat(lost + lengthAt(lost) / 8).isEqualTo(next);
  }
}
