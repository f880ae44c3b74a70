package io.ttalloc.ledger.slots;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.ledger.write.TestLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlotsTest {
  private static final SlotEntry.Ownership NOBODY =
      new SlotEntry.Ownership(null, false, null, null);

  @TempDir Path dir;

  @Test
  void nothingIsSeenOfASlotBeforeItIsPublished() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    Slots slots = ledger.writer.slots();
    Tally tally = ledger.tally();
    int slot = ledger.take();
    slots.fill(slot, tally.id(), 5, 0);
    slots.setRegion(slot, 4096, 512, 0x3ffff800L, -1, 0, 0, FLAG_HAS_ADDRESS | FLAG_HAS_DEVICE);
    tally.opened(0, false);
    assertThat(ledger.slots()).isEmpty();
    slots.publish(slot);
    SlotEntry seen = ledger.slots().get(0);
    assertThat(seen.id().index()).isEqualTo(slot);
    assertThat(seen.id().generation()).isEqualTo(slots.generation(slot)).isEqualTo(1);
    assertThat(seen.bytes()).isEqualTo(4096);
    assertThat(seen.place().extentBytes()).isEqualTo(512);
    assertThat(seen.place().address()).isEqualTo(0x3ffff800L);
    assertThat(seen.place().device()).isEqualTo(-1);
    slots.setState(slot, STATE_CLOSING);
    assertThat(ledger.slots().get(0).state()).isEqualTo(SlotState.OPEN);
    slots.free(slot, ledger.batch);
    assertThat(ledger.slots()).isEmpty();
  }

  @Test
  void publishingAgainWhatIsPublishedIsNotANewResource() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    Slots slots = ledger.writer.slots();
    int slot = ledger.open(ledger.tally());
    slots.setState(slot, STATE_COLLECTED);
    slots.publish(slot);
    assertThat(slots.generation(slot)).isEqualTo(1);
    assertThat(ledger.slots()).extracting(SlotEntry::state).containsExactly(SlotState.COLLECTED);
  }

  @Test
  void aVacatedSlotIsHiddenFromReadersAndNotTakenAgain() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    Slots slots = ledger.writer.slots();
    Tally tally = ledger.tally();
    int slot = ledger.open(tally);
    slots.vacate(slot);
    assertThat(ledger.slots()).isEmpty();
    assertThat(slots.bytes(slot)).isEqualTo(64);
    assertThat(slots.generation(slot)).isEqualTo(1);
    for (int i = 0; i < 100; i++) {
      assertThat(ledger.open(tally)).isNotEqualTo(slot);
    }
    slots.free(slot, ledger.batch);
    assertThat(ledger.open(tally)).isEqualTo(slot);
    assertThat(slots.generation(slot)).isEqualTo(2);
  }

  @Test
  void saysWhichCacheHoldsItUnderWhichNameUntilNoneDoes() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    Slots slots = ledger.writer.slots();
    int slot = ledger.open(ledger.tally());
    slots.extensions().setHolder(slot, 0, 0, null, ledger.batch);
    SlotEntry before = ledger.slots().get(0);
    assertThat(before.ownership()).isEqualTo(NOBODY);
    String entry = "entry ".repeat(20);
    slots.extensions().setHolder(slot, 9, 3, Label.encoded(entry), ledger.batch);
    SlotEntry held = ledger.slots().get(0);
    assertThat(held.ownership().held())
        .isEqualTo(new SlotEntry.Held(new SlotEntry.Id(9, 3), entry));
    assertThat(held.ownership().givenUp()).isNull();
    slots.extensions().setHolder(slot, 10, 4, Label.encoded("other"), ledger.batch);
    held = ledger.slots().get(0);
    assertThat(held.ownership().held())
        .isEqualTo(new SlotEntry.Held(new SlotEntry.Id(10, 4), "other"));
    assertThat(held.label()).isNull();
    slots.extensions().setHolder(slot, 0, 0, null, ledger.batch);
    assertThat(ledger.slots().get(0).ownership()).isEqualTo(NOBODY);
  }

  @Test
  void aSlotThatIsTakenAgainHasTheNextGenerationAndNothingOfTheLastResource() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    Slots slots = ledger.writer.slots();
    Tally tally = ledger.tally();
    int slot = ledger.open(tally);
    slots.extensions().setLabel(slot, "a label", false, ledger.batch);
    slots.setOwner(slot, 9, 9);
    slots.extensions().setHolder(slot, 9, 9, Label.encoded("entry"), ledger.batch);
    slots.extensions().setClosing(slot, 7, 7, 7, ledger.batch);
    slots.addFlags(slot, FLAG_INFRASTRUCTURE | FLAG_CLOSE_FAILED);
    slots.free(slot, ledger.batch);
    List<Integer> taken = new ArrayList<>();
    do {
      taken.add(ledger.open(tally));
    } while (taken.get(taken.size() - 1) != slot);
    SlotEntry again =
        ledger.slots().stream().filter(s -> s.id().index() == slot).findFirst().orElseThrow();
    assertThat(again.id().generation()).isEqualTo(2);
    assertThat(again.ownership()).isEqualTo(NOBODY);
    assertThat(again.label()).isNull();
    assertThat(again.ending()).isEqualTo(SlotEntry.Open.IDLE);
    assertThat(again.infrastructure()).isFalse();
    assertThat(again.closeFailed()).isFalse();
    assertThat(slots.extensions().label(slot)).isNull();
  }

  @Test
  void theGenerationWrapsAround() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    Slots slots = ledger.writer.slots();
    int slot = ledger.take();
    ledger.overwrite(slotPosition(slot) + SLOT_STATE, GENERATION_MASK << GENERATION_SHIFT);
    assertThat(slots.generation(slot)).isEqualTo(GENERATION_MASK);
    slots.fill(slot, 1, 1, 0);
    slots.publish(slot);
    assertThat(slots.generation(slot)).isZero();
  }

  @Test
  void everySlotWithAllItsExtensionsComesBack() throws IOException {
    TestLedger ledger = new TestLedger(dir, 0, 3);
    Slots slots = ledger.writer.slots();
    Tally tally = ledger.tally();
    // A segment holds 1,365 resources of twelve slots each; the loop opens many times more.
    for (int i = 0; i < 25_000; i++) {
      int slot = ledger.open(tally);
      assertThat(slot).isPositive();
      slots.extensions().setLabel(slot, "x".repeat(i % 400), false, ledger.batch);
      slots.extensions().setInfrastructureScope(slot, 1, ledger.batch);
      slots.extensions().setHolder(slot, 1, 1, Label.encoded("y".repeat(i % 300)), ledger.batch);
      slots
          .extensions()
          .setHolder(
              slot, 2, 1, i % 2 == 0 ? null : Label.encoded("z".repeat(i % 200)), ledger.batch);
      slots.extensions().setClosing(slot, 1, 1, 1, ledger.batch);
      slots.free(slot, ledger.batch);
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
  void detailsWithoutSpaceAreLeftOutAndNotedAndTheResourceStays() throws IOException {
    TestLedger ledger = new TestLedger(dir, 0, 3);
    Slots slots = ledger.writer.slots();
    Tally tally = ledger.tally();
    int last = 0;
    for (int i = 1; i < SLOTS_PER_SEGMENT; i++) {
      last = ledger.open(tally);
    }
    assertThat(ledger.take()).isZero();
    assertThat(ledger.writer.whyNot()).isEqualTo(Loss.AT_LIMIT);
    assertThat(ledger.read().process().gaps()).isEmpty();
    slots.extensions().setHolder(last, 1, 1, Label.encoded("entry"), ledger.batch);
    assertThat(ledger.read().process().gaps()).containsExactly(Gap.DETAILS_MISSING);
    slots.extensions().setLabel(last, "label", false, ledger.batch);
    slots.extensions().setClosing(last, 1, 1, 1, ledger.batch);
    assertThat(ledger.slots()).hasSize(SLOTS_PER_SEGMENT - 1).allMatch(s -> s.label() == null);
    slots.free(last, ledger.batch);
    assertThat(slots.take(ledger.batch)).isEqualTo(last);
  }
}
