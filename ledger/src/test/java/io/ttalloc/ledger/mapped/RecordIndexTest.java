package io.ttalloc.ledger.mapped;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.Patience;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordIndexTest {
  private static final int THREADS = 8;
  private static final int KEYS = 4_000;

  @TempDir Path dir;
  private SegmentedFile file;
  private RecordArea records;

  @BeforeEach
  void openFile() throws IOException {
    file = new SegmentedFile(dir.resolve("a.ledger").toFile(), 40);
    records = new RecordArea(file);
  }

  @AfterEach
  void stopGrowing() {
    file.stopGrowing();
  }

  private RecordIndex index(int buckets, int maxRecords, long maxBytes) {
    return new RecordIndex(records, RECORD_STACK, false, buckets, maxRecords, maxBytes);
  }

  private int idOf(RecordIndex index, RecordIndex.Key key) {
    return Patience.retry(file::whyNot, () -> index.idOf(key));
  }

  /** A key with the same hash as all others. */
  private static final class Colliding extends RecordIndex.Key {
    private final int content;
    private final int length;

    Colliding(int content, int length) {
      super(42);
      this.content = content;
      this.length = length;
    }

    @Override
    protected int length() {
      return length;
    }

    @Override
    protected boolean matches(MappedByteBuffer segment, int at, int found) {
      return found == length && segment.getInt(at) == content;
    }

    @Override
    protected void write(MappedByteBuffer segment, int at) {
      segment.putInt(at, content);
    }
  }

  @Test
  void equalContentIsOneRecordHoweverManyThreadsWriteIt() throws Exception {
    // Few buckets, so that threads collide in them.
    RecordIndex index = index(4, Integer.MAX_VALUE, Long.MAX_VALUE);
    int[][] ids = new int[THREADS][KEYS];
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Thread> threads = new ArrayList<>();
    for (int[] own : ids) {
      Thread thread = new Thread(() -> fill(index, own, start));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Set<Integer> distinct = new HashSet<>();
    for (int key = 0; key < KEYS; key++) {
      assertThat(distinct.add(ids[0][key])).isTrue();
      assertThat(ids[0][key]).isPositive();
      assertThat(index.find(NumbersKey.whole(key, -key))).isEqualTo(ids[0][key]);
    }
    for (int[] own : ids) {
      assertThat(own).containsExactly(ids[0]);
    }
    assertThat(committed()).as("those that lost the race are padding").isEqualTo(distinct);
  }

  private void fill(RecordIndex index, int[] ids, CyclicBarrier start) {
    try {
      for (int key = 0; key < KEYS; key++) {
        if (key % 100 == 0) {
          start.await();
        }
        ids[key] = idOf(index, NumbersKey.whole(key, -key));
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** The ids of all records that a reader sees. */
  private Set<Integer> committed() {
    Set<Integer> found = new HashSet<>();
    for (int number = 1; number < file.count(); number++) {
      MappedByteBuffer segment = file.segment(number);
      int at = SEGMENT_HEADER_BYTES;
      while (at < SEGMENT_BYTES && segment.getInt(at + RECORD_LENGTH) != 0) {
        int kind = segment.getInt(at + RECORD_KIND);
        assertThat(kind).isIn(RECORD_STACK, RECORD_PADDING);
        if (kind == RECORD_STACK) {
          found.add((number << (SEGMENT_SHIFT - 3)) + at / 8);
        }
        at += (segment.getInt(at + RECORD_LENGTH) + 15) / 16 * 16;
      }
    }
    return found;
  }

  @Test
  void contentsOfOneHashAreDistinguished() {
    RecordIndex index = index(1 << 8, Integer.MAX_VALUE, Long.MAX_VALUE);
    int[] ids = new int[200];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = idOf(index, new Colliding(i / 2, i % 2 == 0 ? 4 : 8));
    }
    assertThat(Arrays.stream(ids).distinct()).hasSize(ids.length).doesNotContain(0);
    for (int i = 0; i < ids.length; i++) {
      assertThat(index.find(new Colliding(i / 2, i % 2 == 0 ? 4 : 8))).isEqualTo(ids[i]);
    }
    assertThat(index.find(new Colliding(0, 12))).isZero();
    assertThat(index.find(new Colliding(200, 4))).isZero();
  }

  @Test
  void theKeyIsTheNumbersAndTheLengthAndNotTheCountersAfterThem() {
    RecordIndex index = index(1 << 8, Integer.MAX_VALUE, Long.MAX_VALUE);
    int id = idOf(index, new NumbersKey(24, 1, 2));
    MappedByteBuffer segment = records.segmentOf(id);
    assertThat(segment.getLong(RecordArea.payloadOffset(id) + 8)).isZero();
    segment.putLong(RecordArea.payloadOffset(id) + 8, 99);
    assertThat(index.find(new NumbersKey(24, 1, 2))).isEqualTo(id);
    assertThat(index.find(new NumbersKey(24, 1, 3))).isZero();
    assertThat(index.find(new NumbersKey(32, 1, 2))).isZero();
    assertThat(index.find(NumbersKey.whole(1, 2))).isZero();
  }

  @Test
  void isFullAtItsNumberOfRecordsAndStillFindsThem() {
    RecordIndex index = index(1 << 4, 10, Long.MAX_VALUE);
    int first = idOf(index, NumbersKey.whole(0));
    for (int i = 1; i < 10; i++) {
      assertThat(index.isFull()).isFalse();
      assertThat(idOf(index, NumbersKey.whole(i))).isPositive();
    }
    assertThat(index.isFull()).isTrue();
    assertThat(index.idOf(NumbersKey.whole(10))).isEqualTo(RecordIndex.FULL);
    assertThat(index.find(NumbersKey.whole(10))).isZero();
    assertThat(index.idOf(NumbersKey.whole(0))).isEqualTo(first);
  }

  @Test
  void isFullAtItsBytesIncludingHeaders() {
    RecordIndex index = index(1 << 4, Integer.MAX_VALUE, 100);
    for (int i = 0; i < 5; i++) {
      assertThat(idOf(index, NumbersKey.whole(i))).isPositive();
    }
    assertThat(index.isFull()).isTrue();
    assertThat(index.idOf(NumbersKey.whole(5))).isEqualTo(RecordIndex.FULL);
    assertThat(index.idOf(NumbersKey.whole(4))).isPositive();
  }

  @Test
  void aRecordThatFoundNoSpaceIsNotInTheIndex() throws IOException {
    file.stopGrowing();
    file = new SegmentedFile(dir.resolve("b.ledger").toFile(), 2);
    records = new RecordArea(file);
    RecordIndex index = index(1 << 4, Integer.MAX_VALUE, Long.MAX_VALUE);
    int known = idOf(index, NumbersKey.whole(0));
    int rest = Patience.retry(file::whyNot, () -> records.reserve(SEGMENT_BYTES - 200, false));
    assertThat(rest).isPositive();
    int last = 1;
    while (idOf(index, NumbersKey.whole(last)) != 0) {
      last++;
    }
    assertThat(file.whyNot()).isEqualTo(Loss.AT_LIMIT);
    assertThat(index.find(NumbersKey.whole(last))).isZero();
    assertThat(index.idOf(NumbersKey.whole(last))).isZero();
    assertThat(index.idOf(NumbersKey.whole(0))).isEqualTo(known);
    assertThat(index.idOf(NumbersKey.whole(last - 1))).isPositive();
  }
}
