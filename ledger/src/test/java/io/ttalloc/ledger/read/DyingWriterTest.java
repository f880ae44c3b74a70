package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;
import static io.ttalloc.ledger.read.LedgerBytes.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer that dies between any two stores leaves a consistent ledger. */
class DyingWriterTest {
  private static final Frame FRAME = new Frame("a.B", "open", "B.java", 7);

  @TempDir Path dir;

  private LedgerImage read(LedgerBytes ledger) throws IOException {
    return LedgerReader.read(ledger.writeTo(dir.resolve("a.ledger")), Liveness.PROBE);
  }

  private static List<SlotEntry> slots(LedgerImage image) throws IOException {
    List<SlotEntry> found = new ArrayList<>();
    image.forEachSlot(found::add);
    return found;
  }

  /** Writes the records of a stack, type and tally, then the slot that refers to them. */
  private static int write(LedgerBytes ledger) {
    int stack = ledger.stack(ledger.frame("a.B", "open", "B.java", 7));
    int tally = ledger.tally(ledger.type("buffer", "a.Buffer", 0), stack);
    int slot = ledger.takeSlot();
    int at = slot(slot);
    ledger.putInt(at + SLOT_TALLY, tally);
    ledger.putLong(at + SLOT_BYTES_HELD, 4096);
    ledger.putInt(at + SLOT_SPACE, ledger.text("DRAM"));
    ledger.putInt(at + SLOT_THREAD, ledger.text("main"));
    int facts = ledger.takeSlot();
    ledger.putInt(slot(facts) + EXTENSION_HOLDER, 9);
    ledger.entryPiece(facts, "entry");
    ledger.state(facts, 1, STATE_EXTENSION);
    ledger.putInt(at + SLOT_EXTENSION, facts);
    ledger.state(slot, 1, STATE_OPEN);
    return tally;
  }

  @Test
  void atAnyWordOfRecordsAndOfASlotTheRestIsWhole() throws IOException {
    int died = 0;
    for (int stored = 0; ; stored += 1) {
      LedgerBytes ledger = new LedgerBytes();
      int before = ledger.open(ledger.tally(0, 0), 5);
      ledger.dieAfter(stored, false);
      int tally = write(ledger);
      boolean dead = ledger.isDead();
      LedgerImage image = read(ledger);
      assertThat(image.damage()).isEmpty();
      assertThat(image.process().command()).isEqualTo("demo mesh");
      List<SlotEntry> slots = slots(image);
      assertThat(slots.get(0).id().index()).isEqualTo(before);
      for (SlotEntry slot : slots.subList(1, slots.size())) {
        assertThat(slot.bytes()).isEqualTo(4096);
        assertThat(slot.place().space()).isEqualTo("DRAM");
        assertThat(slot.opened().thread()).isEqualTo("main");
        assertThat(slot.ownership().held())
            .isEqualTo(new SlotEntry.Held(new SlotEntry.Id(9, 0), "entry"));
        assertThat(slot.tally().stack()).containsExactly(FRAME);
      }
      TallyEntry whole = image.tallies().get(tally);
      if (whole != null) {
        assertThat(whole.type().className()).isEqualTo("a.Buffer");
        assertThat(whole.stack()).containsExactly(FRAME);
      }
      if (!dead) {
        assertThat(slots).hasSize(2);
        break;
      }
      assertThat(slots.size()).isLessThanOrEqualTo(2);
      died++;
    }
    // The writer has died once after each byte that it stores in records and slots.
    assertThat(died).isGreaterThan(200);
  }

  @Variant
  @Test
  void atAnyByteWhatWasThereBeforeIsRead() throws IOException {
    for (int stored = 0; ; stored++) {
      LedgerBytes ledger = new LedgerBytes();
      int known = ledger.tally(ledger.type("file", "F", 0), 0);
      ledger.open(known, 5);
      ledger.dieAfter(stored, true);
      write(ledger);
      LedgerImage image = read(ledger);
      assertThat(image.tallies().get(known).type().name()).isEqualTo("file");
      List<SlotEntry> slots = slots(image);
      assertThat(slots.get(0).bytes()).isEqualTo(5);
      assertThat(slots.size()).isLessThanOrEqualTo(2);
      if (!ledger.isDead()) {
        break;
      }
    }
  }

  @Test
  void aSegmentThatIsNotCountedInTheHeaderIsNotDamage() throws IOException {
    LedgerBytes ledger = new LedgerBytes();
    ledger.open(ledger.tally(0, 0), 5);
    ledger.addSegment(0);
    ledger.putInt(HEADER_SEGMENTS, 3);
    LedgerImage image = read(ledger);
    assertThat(image.damage()).isEmpty();
    assertThat(slots(image)).hasSize(1);
  }
}
