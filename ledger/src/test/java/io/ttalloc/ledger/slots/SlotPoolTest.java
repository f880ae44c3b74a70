package io.ttalloc.ledger.slots;

import static io.ttalloc.ledger.LedgerLayout.KIND_SLOTS;
import static io.ttalloc.ledger.SlotLayout.SLOTS_PER_SEGMENT;
import static io.ttalloc.ledger.SlotLayout.SLOTS_PER_SEGMENT_SHIFT;
import static io.ttalloc.ledger.SlotLayout.SLOT_TALLY;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.Patience;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.mapped.SegmentedFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotPoolTest {
  private static final int THREADS = 8;

  @TempDir Path dir;
  private @Nullable SegmentedFile opened;

  @AfterEach
  void stopGrowing() {
    if (opened != null) {
      opened.stopGrowing();
    }
  }

  private SegmentedFile file(int maxSegments) throws IOException {
    SegmentedFile file = new SegmentedFile(dir.resolve("a.ledger").toFile(), maxSegments);
    opened = file;
    return file;
  }

  private static int take(SegmentedFile file, Slots slots, SlotBatch batch) {
    return Patience.retry(file::whyNot, () -> slots.take(batch));
  }

  /** Takes all slots until the file is at its limit. */
  private static List<Integer> takeAll(SegmentedFile file, Slots slots) {
    List<Integer> all = new ArrayList<>();
    SlotBatch batch = new SlotBatch(SlotBatch.USUAL);
    for (int slot = take(file, slots, batch); slot != 0; slot = take(file, slots, batch)) {
      all.add(slot);
    }
    assertThat(file.whyNot()).isEqualTo(Loss.AT_LIMIT);
    return all;
  }

  /**
   * The step is 1, as for virtual threads, or 32, as for platform threads; 0 means that each thread
   * has a different step.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 32, 0})
  void aSlotIsNeverGivenToTwoThreadsAndNoneIsLost(int step) throws Exception {
    int segments = 4;
    SegmentedFile file = file(1 + segments);
    Slots slots = new Slots(file);
    Set<Integer> taken = ConcurrentHashMap.newKeySet();
    ConcurrentLinkedQueue<Integer> passedOn = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int batchStep = step != 0 ? step : 1 + t * 5;
      Thread thread =
          new Thread(
              () -> {
                SlotBatch batch = new SlotBatch(batchStep);
                for (int i = 0; i < 20_000; i++) {
                  int slot = take(file, slots, batch);
                  if (slot == 0 || !taken.add(slot)) {
                    wrong.add("slot " + slot + " taken twice");
                    return;
                  }
                  // Another thread frees the slot.
                  passedOn.add(slot);
                  Integer other = i % 8 == 0 ? null : passedOn.poll();
                  if (other != null) {
                    taken.remove(other);
                    slots.free(other, batch);
                  }
                }
                slots.drain(batch);
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).isEmpty();
    assertThat(taken).hasSameSizeAs(passedOn);
    Set<Integer> all = new HashSet<>(taken);
    for (int slot : takeAll(file, slots)) {
      assertThat(all.add(slot)).isTrue();
    }
    assertThat(all).hasSize(segments * (SLOTS_PER_SEGMENT - 1));
  }

  /**
   * A file that simulates a race: after a segment has been taken and before it is used, other
   * refills take segments as well.
   */
  private static final class Herd extends SegmentedFile {
    private int depth;
    private @Nullable SlotPool pool;

    Herd(File file, int maxSegments) throws IOException {
      super(file, maxSegments);
    }

    void rush(SlotPool rushed, int threads) {
      pool = rushed;
      depth = threads;
      SlotBatch batch = new SlotBatch(1);
      rushed.refill(batch);
      depth = 0;
    }

    @Override
    public int take(int kind) {
      int number = Patience.retry(this::whyNot, () -> super.take(kind));
      if (pool != null && depth > 1) {
        depth--;
        pool.refill(new SlotBatch(1));
      }
      return number;
    }
  }

  @Test
  void segmentsThatLostARaceAreUsedLater() throws IOException {
    int segments = 4;
    Herd file = new Herd(dir.resolve("a.ledger").toFile(), 1 + segments);
    opened = file;
    SlotPool pool = new SlotPool(file);
    file.rush(pool, segments);
    assertThat(file.count()).isEqualTo(1 + segments);
    Set<Integer> used = new HashSet<>();
    SlotBatch batch = new SlotBatch(SlotBatch.USUAL);
    for (pool.refill(batch); batch.size() > 0; pool.refill(batch)) {
      while (batch.size() > 0) {
        used.add(batch.pop() >>> SLOTS_PER_SEGMENT_SHIFT);
      }
    }
    assertThat(used).containsExactlyInAnyOrder(1, 2, 3, 4);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void continuesAfterTheListOfFreeSlotsWasOverwritten(int garbage) throws IOException {
    SegmentedFile file = file(4);
    Slots slots = new Slots(file);
    SlotBatch batch = new SlotBatch(SlotBatch.USUAL);
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < 2 * SLOTS_PER_SEGMENT; i++) {
      taken.add(take(file, slots, batch));
    }
    taken.forEach(slot -> slots.free(slot, batch));
    slots.drain(batch);
    int records = 0;
    Random random = new Random(garbage);
    for (int number = 1; number <= 3; number++) {
      for (int slot = 1; slot < SLOTS_PER_SEGMENT; slot++) {
        int next =
            switch (garbage) {
              case 0 -> random.nextInt();
              case 1 -> -1;
              // Case 2 is the slot itself; the default is the header of the segment.
              case 2 -> number << SLOTS_PER_SEGMENT_SHIFT | slot;
              default -> number << SLOTS_PER_SEGMENT_SHIFT;
            };
        file.segment(number).putInt((slot << SlotLayout.SLOT_SHIFT) + SLOT_TALLY, next);
        records++;
      }
    }
    assertThat(records).isEqualTo(3 * (SLOTS_PER_SEGMENT - 1));
    // Every attempt to take a slot returns, perhaps without a slot; some free slots may be lost.
    SlotBatch later = new SlotBatch(SlotBatch.USUAL);
    for (int i = 0; i < 10 * SLOTS_PER_SEGMENT; i++) {
      int slot = take(file, slots, later);
      int segment = slot >>> SLOTS_PER_SEGMENT_SHIFT;
      assertThat(slot == 0 || file.segment(segment).getInt(0) == KIND_SLOTS).isTrue();
    }
  }
}
