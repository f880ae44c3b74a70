package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlotsTest {
  @TempDir Path dir;

  @Test
  void nothingIsSeenOfASlotBeforeItIsPublished() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    Slots slots = ledger.writer.slots();
    int slot = slots.take(ledger.batch);
    int generation = slots.fill(slot, ledger.tally().id(), 5, 0);
    slots.place(slot, 4096, 512, 0x3ffff800L, -1, 0, 0, FLAG_HAS_ADDRESS | FLAG_HAS_DEVICE);
    assertThat(ledger.slots()).isEmpty();
    slots.setState(slot, generation, STATE_OPEN);
    SlotEntry seen = ledger.slots().get(0);
    assertThat(seen.index()).isEqualTo(slot);
    assertThat(seen.generation()).isEqualTo(generation);
    assertThat(seen.bytes()).isEqualTo(4096);
    assertThat(seen.extentBytes()).isEqualTo(512);
    assertThat(seen.address()).isEqualTo(0x3ffff800L);
    assertThat(seen.device()).isEqualTo(-1);
    slots.setState(slot, generation, STATE_CLOSING);
    assertThat(ledger.slots().get(0).state()).isEqualTo(SlotState.OPEN);
    slots.free(slot, generation, ledger.batch);
    assertThat(ledger.slots()).isEmpty();
  }

  @Test
  void aSlotThatIsTakenAgainHasTheNextGenerationAndNothingOfTheLastResource() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    Slots slots = ledger.writer.slots();
    Tally tally = ledger.tally();
    int slot = ledger.open(tally);
    slots.setLabel(slot, "a label", ledger.batch);
    slots.setOwner(slot, 9, 9);
    slots.setHolder(slot, 9, 9, 0, ledger.batch);
    slots.addFlags(slot, FLAG_INFRASTRUCTURE | FLAG_CLOSE_FAILED);
    slots.free(slot, 1, ledger.batch);
    List<Integer> taken = new ArrayList<>();
    do {
      taken.add(ledger.open(tally));
    } while (taken.get(taken.size() - 1) != slot);
    SlotEntry again =
        ledger.slots().stream().filter(s -> s.index() == slot).findFirst().orElseThrow();
    assertThat(again.generation()).isEqualTo(2);
    assertThat(again.extension()).isNull();
    assertThat(again.owner()).isZero();
    assertThat(again.infrastructure()).isFalse();
    assertThat(again.closeFailed()).isFalse();
    assertThat(slots.holder(slot)).isZero();
  }

  @Test
  void theGenerationWrapsAround() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    Slots slots = ledger.writer.slots();
    int slot = slots.take(ledger.batch);
    slots.setState(slot, GENERATION_MASK, STATE_FREE);
    assertThat(slots.fill(slot, 1, 1, 0)).isZero();
  }

  @Test
  void everySlotWithAllItsExtensionsComesBack() throws IOException {
    TestLedger ledger = new TestLedger(dir, 0, 3);
    Slots slots = ledger.writer.slots();
    Tally tally = ledger.tally();
    // One segment of slots has room for 2,340 resources of seven slots each; many times over.
    for (int i = 0; i < 100_000; i++) {
      int slot = ledger.open(tally);
      assertThat(slot).isPositive();
      slots.setLabel(slot, "x".repeat(i % 400), ledger.batch);
      slots.setInfrastructureScope(slot, 1, ledger.batch);
      slots.setClosing(slot, 1, 1, 1, ledger.batch);
      slots.free(slot, i, ledger.batch);
    }
    slots.drain(ledger.batch);
    Set<Integer> all = new HashSet<>();
    SlotBatch batch = new SlotBatch(SLOTS_PER_SEGMENT);
    for (int slot = slots.take(batch); slot != 0; slot = slots.take(batch)) {
      assertThat(all.add(slot)).isTrue();
    }
    assertThat(all).hasSize(SLOTS_PER_SEGMENT - 1);
    assertThat(Files.size(ledger.path)).isEqualTo(3L * SEGMENT_BYTES);
  }

  @Test
  void whatFindsNoRoomIsLeftOutAndTheResourceStays() throws IOException {
    TestLedger ledger = new TestLedger(dir, 0, 3);
    Slots slots = ledger.writer.slots();
    Tally tally = ledger.tally();
    int last = 0;
    for (int i = 1; i < SLOTS_PER_SEGMENT; i++) {
      last = ledger.open(tally);
    }
    assertThat(slots.take(ledger.batch)).isZero();
    slots.setLabel(last, "label", ledger.batch);
    slots.setHolder(last, 1, 1, 1, ledger.batch);
    slots.setClosing(last, 1, 1, 1, ledger.batch);
    assertThat(slots.holder(last)).isZero();
    assertThat(ledger.slots()).hasSize(SLOTS_PER_SEGMENT - 1).allMatch(s -> s.extension() == null);
    slots.free(last, 1, ledger.batch);
    assertThat(slots.take(ledger.batch)).isEqualTo(last);
  }

  @Test
  void aSlotIsNeverGivenToTwoThreads() throws Exception {
    LedgerWriter writer = new TestLedger(dir).writer;
    Slots slots = writer.slots();
    Set<Integer> taken = ConcurrentHashMap.newKeySet();
    ConcurrentLinkedQueue<Integer> passedOn = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      int step = 1 + t * 5;
      Thread thread =
          new Thread(
              () -> {
                SlotBatch batch = new SlotBatch(step);
                for (int i = 0; i < 100_000; i++) {
                  int slot = slots.take(batch);
                  if (slot == 0 || !taken.add(slot)) {
                    wrong.add("slot " + slot + " taken twice");
                    return;
                  }
                  // Another thread frees it, as with a resource that is handed on.
                  passedOn.add(slot);
                  Integer other = i % 3 == 0 ? null : passedOn.poll();
                  if (other != null) {
                    taken.remove(other);
                    slots.free(other, 1, batch);
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
  }
}
