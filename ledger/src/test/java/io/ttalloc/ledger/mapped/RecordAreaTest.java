package io.ttalloc.ledger.mapped;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.Patience;
import java.io.File;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordAreaTest {
  @TempDir Path dir;
  private Between file;
  private RecordArea records;

  /** A file that runs a task just before a thread takes a segment. */
  private static final class Between extends SegmentedFile {
    private @Nullable Runnable before;

    Between(File file, int maxSegments) throws IOException {
      super(file, maxSegments);
    }

    @Override
    public int take(int kind) {
      Runnable task = before;
      if (task != null) {
        task.run();
      }
      return Patience.retry(this::whyNot, () -> super.take(kind));
    }
  }

  @BeforeEach
  void openFile() throws IOException {
    open("a.ledger", 3);
  }

  private void open(String name, int maxSegments) throws IOException {
    file = new Between(dir.resolve(name).toFile(), maxSegments);
    records = new RecordArea(file);
  }

  @AfterEach
  void stopGrowing() {
    file.stopGrowing();
  }

  private int add(int kind, int length, boolean aligned) {
    int id = records.reserve(length, aligned);
    if (id != 0) {
      records.commit(id, kind);
    }
    return id;
  }

  private int kindAt(int id) {
    return records.segmentOf(id).getInt(RecordArea.headerOffset(id) + RECORD_KIND);
  }

  private int lengthAt(int id) {
    return records.segmentOf(id).getInt(RecordArea.headerOffset(id) + RECORD_LENGTH);
  }

  /** The id of the record that follows, or will follow, the given record. */
  private int behind(int id) {
    return id + (lengthAt(id) + RECORD_ALIGNMENT - 1) / RECORD_ALIGNMENT * RECORD_ALIGNMENT / 8;
  }

  @Test
  void recordsFollowEachOtherAtMultiplesOfSixteen() {
    int first = add(RECORD_STACK, 5, false);
    int second = add(RECORD_STACK, 0, false);
    int third = add(RECORD_STACK, 16, false);
    int fourth = add(RECORD_STACK, 1, false);
    assertThat(second - first).isEqualTo(4);
    assertThat(third - second).isEqualTo(2);
    assertThat(fourth - third).isEqualTo(4);
    assertThat(lengthAt(first)).isEqualTo(21);
    assertThat(lengthAt(second)).isEqualTo(16);
    assertThat(recordPosition(first) % RECORD_ALIGNMENT).isZero();
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
      assertThat(lengthAt(at)).isGreaterThanOrEqualTo(RECORD_HEADER_BYTES);
      assertThat(kindAt(at)).isIn(RECORD_STACK, RECORD_TALLY, RECORD_PADDING);
      at = behind(at);
    }
    assertThat(at).isEqualTo(last);
  }

  @Test
  void aRecordThatDoesNotFitGoesToTheNextSegmentWhileThereIsOne() {
    int half = SEGMENT_BYTES / 2;
    int first = add(RECORD_STACK, half, false);
    int second = add(RECORD_STACK, half, false);
    assertThat(records.segmentOf(first)).isSameAs(file.segment(1));
    assertThat(records.segmentOf(second)).isSameAs(file.segment(2));
    assertThat(add(RECORD_STACK, half, false)).isZero();
    assertThat(file.whyNot()).isEqualTo(Loss.AT_LIMIT);
    // A smaller record still fits.
    assertThat(add(RECORD_STACK, 100, false)).isPositive();
  }

  @Test
  void theLastByteOfASegmentIsUsed() {
    int whole = SEGMENT_BYTES - SEGMENT_HEADER_BYTES - RECORD_HEADER_BYTES;
    int first = add(RECORD_STACK, whole, false);
    int second = add(RECORD_STACK, whole, false);
    assertThat(records.segmentOf(first)).isSameAs(file.segment(1));
    assertThat(records.segmentOf(second)).isSameAs(file.segment(2));
    assertThat(add(RECORD_STACK, 0, false)).isZero();
  }

  @Test
  void aRecordThatWasReservedAndNeverCommittedIsSkipped() {
    int lost = records.reserve(320, true);
    assertThat(lengthAt(lost)).isEqualTo(RECORD_HEADER_BYTES + 320);
    int next = add(RECORD_STACK, 8, false);
    assertThat(kindAt(lost)).isEqualTo(RECORD_UNCOMMITTED);
    assertThat(behind(lost)).isEqualTo(next);
  }

  @Test
  void continuesInANewSegmentAfterALengthWasOverwritten() {
    int[] lengths = {RECORD_HEADER_BYTES - 1, -1, SEGMENT_BYTES, Integer.MIN_VALUE};
    int broken = add(RECORD_STACK, 8, false);
    int last = add(RECORD_STACK, 8, false);
    assertThat(last).isEqualTo(behind(broken));
    records.segmentOf(last).putInt(RecordArea.headerOffset(behind(last)), lengths[0]);
    int next = add(RECORD_STACK, 8, false);
    assertThat(records.segmentOf(next)).isSameAs(file.segment(2));
    for (int i = 1; i < lengths.length; i++) {
      records.segmentOf(next).putInt(RecordArea.headerOffset(behind(next)), lengths[i]);
      assertThat(add(RECORD_STACK, 8, false)).isZero();
      records.segmentOf(next).putInt(RecordArea.headerOffset(behind(next)), 0);
    }
    assertThat(add(RECORD_STACK, 8, false)).isPositive();
  }

  @Test
  void aThreadWithoutASegmentUsesTheOneThatAnotherThreadHasJustTaken() throws IOException {
    file.stopGrowing();
    open("b.ledger", 2);
    List<Integer> ids = new ArrayList<>();
    file.before =
        () -> {
          file.before = null;
          ids.add(add(RECORD_STACK, 8, false));
        };
    ids.add(add(RECORD_STACK, 8, false));
    assertThat(file.count()).isEqualTo(2);
    assertThat(ids).hasSize(2).doesNotContain(0).doesNotHaveDuplicates();
  }

  @Test
  void segmentsThatLostARaceAreUsedLater() throws IOException {
    file.stopGrowing();
    open("b.ledger", 5);
    int whole = SEGMENT_BYTES - SEGMENT_HEADER_BYTES - RECORD_HEADER_BYTES;
    int[] depth = {3};
    file.before =
        () -> {
          if (depth[0]-- > 0) {
            add(RECORD_STACK, 8, false);
          } else {
            file.before = null;
          }
        };
    add(RECORD_STACK, 8, false);
    assertThat(file.count()).isEqualTo(5);
    Set<Integer> used = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      int id = add(RECORD_STACK, whole, false);
      assertThat(id).isPositive();
      used.add(id >>> (SEGMENT_SHIFT - 3));
    }
    assertThat(used).hasSize(3);
    assertThat(add(RECORD_STACK, whole, false)).isZero();
  }

  @Test
  void recordsOfThreadsThatAppendTogetherAreDistinctAndWithoutAGap() throws Exception {
    file.stopGrowing();
    open("b.ledger", MAX_SEGMENTS);
    Map<Integer, Long> written = new ConcurrentHashMap<>();
    ConcurrentLinkedQueue<Integer> abandoned = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      int number = t;
      Thread thread = new Thread(() -> append(number, written, abandoned));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(written).hasSize(8 * 5_000 - abandoned.size());
    assertThat(abandoned).isNotEmpty();
    Map<Integer, Long> found = new HashMap<>();
    for (int number = 1; number < file.count(); number++) {
      if (file.segment(number).getInt(SEGMENT_KIND) == KIND_RECORDS) {
        walk(number, found);
      }
    }
    assertThat(found).isEqualTo(written);
  }

  private void append(
      int thread, Map<Integer, Long> written, ConcurrentLinkedQueue<Integer> abandoned) {
    for (int i = 0; i < 5_000; i++) {
      int length = 8 + (i * 31 + thread) % 400;
      boolean aligned = i % 5 == 0;
      int id = Patience.retry(file::whyNot, () -> records.reserve(length, aligned));
      if (i % 7 == 0) {
        abandoned.add(id);
        continue;
      }
      MappedByteBuffer segment = records.segmentOf(id);
      int at = RecordArea.payloadOffset(id);
      long content = thread * 1_000_000L + i;
      for (int word = 0; word + Long.BYTES <= length; word += Long.BYTES) {
        segment.putLong(at + word, content);
      }
      records.commit(id, RECORD_STACK);
      written.put(id, content);
    }
  }

  /**
   * Walks through the records of a segment, as a ledger reader does, and collects their contents.
   */
  private void walk(int number, Map<Integer, Long> found) {
    MappedByteBuffer segment = file.segment(number);
    int at = SEGMENT_HEADER_BYTES;
    while (at < SEGMENT_BYTES && segment.getInt(at + RECORD_LENGTH) != 0) {
      int length = segment.getInt(at + RECORD_LENGTH);
      assertThat(length).isBetween(RECORD_HEADER_BYTES, SEGMENT_BYTES - at);
      if (segment.getInt(at + RECORD_KIND) == RECORD_STACK) {
        long content = segment.getLong(at + RECORD_HEADER_BYTES);
        for (int word = RECORD_HEADER_BYTES; word + Long.BYTES <= length; word += Long.BYTES) {
          assertThat(segment.getLong(at + word)).isEqualTo(content);
        }
        found.put((number << (SEGMENT_SHIFT - 3)) + at / 8, content);
      }
      at += (length + RECORD_ALIGNMENT - 1) / RECORD_ALIGNMENT * RECORD_ALIGNMENT;
    }
    for (int rest = at; rest < SEGMENT_BYTES; rest += Long.BYTES) {
      assertThat(segment.getLong(rest)).as("after the end of segment %d", number).isZero();
    }
  }
}
