package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;
import static io.ttalloc.ledger.read.LedgerBytes.slot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.ledger.bytes.UnreadableLedgerException;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerSlotsTest {
  @TempDir Path dir;
  private final LedgerBytes ledger = new LedgerBytes();

  private LedgerImage read() throws IOException {
    return LedgerReader.read(ledger.writeTo(dir.resolve("a.ledger")), Liveness.PROBE);
  }

  private static List<SlotEntry> slots(LedgerImage image) throws IOException {
    List<SlotEntry> found = new ArrayList<>();
    image.forEachSlot(found::add);
    return found;
  }

  @Test
  void readsEveryFieldOfASlot() throws IOException {
    int tally = ledger.tally(ledger.type("buffer", "a.Buffer", 0), 0);
    int at = slot(ledger.open(tally, 4096));
    ledger.putLong(at + SLOT_ADDRESS, 0x3ffff800L);
    ledger.putInt(at + SLOT_OWNER, 17);
    ledger.putInt(at + SLOT_OWNER_GENERATION, 3);
    ledger.putInt(at + SLOT_SESSION, ledger.text("chip0#1"));
    ledger.putInt(at + SLOT_SPACE, ledger.text("DRAM"));
    ledger.putShort(at + SLOT_DEVICE, -1);
    ledger.putShort(
        at + SLOT_FLAGS,
        FLAG_HAS_ADDRESS | FLAG_HAS_DEVICE | FLAG_SHARED | FLAG_HAS_OWNED | FLAG_CLOSE_FAILED);
    ledger.putInt(at + SLOT_THREAD, ledger.text("main"));
    ledger.putInt(at + SLOT_EXTENT, 0xFFFF_FFFE);
    LedgerImage image = read();
    assertThat(slots(image))
        .containsExactly(
            new SlotEntry(
                new SlotEntry.Id(at >> SLOT_SHIFT, 1),
                image.tallies().get(tally),
                4096,
                new SlotEntry.Place(
                    true, 0x3ffff800L, 0xFFFF_FFFEL, true, -1, "DRAM", "chip0#1", false, true),
                new SlotEntry.Ownership(new SlotEntry.Id(17, 3), true, null, null),
                SlotEntry.Open.IDLE,
                new SlotEntry.Opened(1000, "main", null),
                true,
                null,
                null));
  }

  @Test
  void anExtentOfZeroIsTheBytes() throws IOException {
    ledger.open(ledger.tally(0, 0), 4096);
    assertThat(slots(read()).get(0).place().extentBytes()).isEqualTo(4096);
  }

  @Test
  void visitsWhatIsOpenClosingCollectedOrAClosedOwner() throws IOException {
    int tally = ledger.tally(0, 0);
    int[] states = {
      STATE_FREE, STATE_OPEN, STATE_CLOSING, STATE_COLLECTED, STATE_CLOSED_OWNER, STATE_EXTENSION
    };
    for (int state : states) {
      ledger.state(ledger.open(tally, 0), 2, state);
    }
    assertThat(slots(read()))
        .extracting(SlotEntry::state)
        .containsExactly(
            SlotState.OPEN, SlotState.OPEN, SlotState.COLLECTED, SlotState.CLOSED_OWNER);
    assertThat(slots(read()))
        .extracting(SlotEntry::ending)
        .containsExactly(
            SlotEntry.Open.IDLE,
            SlotEntry.Open.CLOSING,
            SlotEntry.Collected.COLLECTED,
            new SlotEntry.Closed(false, 0, null, 0));
  }

  @Test
  void readsExtensionsAndLabelsOfSeveralPieces() throws IOException {
    int slot = ledger.open(ledger.tally(0, 0), 0);
    ledger.state(slot, 1, STATE_CLOSED_OWNER);
    int facts = ledger.extend(slot);
    ledger.putInt(slot(facts) + EXTENSION_HOLDER, 9);
    ledger.putInt(slot(facts) + EXTENSION_HOLDER_GENERATION, 2);
    ledger.nextPiece(ledger.entryPiece(facts, "0xca"), "fé");
    ledger.putInt(slot(facts) + EXTENSION_SCOPE, ledger.text("initFabric"));
    int stack = ledger.stack(ledger.frame("a.B", "close", "B.java", 8));
    ledger.putInt(slot(facts) + EXTENSION_CLOSE_STACK, stack);
    ledger.putInt(slot(facts) + EXTENSION_CLOSE_THREAD, ledger.text("closer"));
    ledger.putLong(slot(facts) + EXTENSION_CLOSED_NANOS, 55);
    // The label is far from the slot of its resource, with a segment of slots in between.
    for (int i = 0; i < SLOTS_PER_SEGMENT; i++) {
      ledger.takeSlot();
    }
    ledger.nextPiece(ledger.labelPiece(facts, "/data/"), "ä.csv");
    LedgerImage image = read();
    SlotEntry read = slots(image).get(0);
    assertThat(read.opened().infrastructureScope()).isNull(); // without the flag
    assertThat(read.ownership())
        .isEqualTo(
            new SlotEntry.Ownership(
                null, false, new SlotEntry.Held(new SlotEntry.Id(9, 2), "0xcafé"), null));
    assertThat(read.ending()).isEqualTo(new SlotEntry.Closed(false, stack, "closer", 55));
    assertThat(read.label()).isEqualTo("/data/ä.csv");
    assertThat(image.stack(stack)).containsExactly(new Frame("a.B", "close", "B.java", 8));
  }

  /**
   * While no cache holds a resource, three words of its extension describe how the last cache gave
   * the resource up.
   */
  @Test
  void readsWhichCacheGaveItUpUntilItIsClosed() throws IOException {
    int slot = ledger.open(ledger.tally(0, 0), 0);
    int facts = ledger.extend(slot);
    ledger.putInt(slot(facts) + EXTENSION_HOLDER_GENERATION, 77);
    ledger.entryPiece(facts, "taken");
    ledger.putInt(slot(facts) + EXTENSION_CLOSE_STACK, 88);
    ledger.putLong(slot(facts) + EXTENSION_CLOSED_NANOS, 99);
    SlotEntry open = slots(read()).get(0);
    assertThat(open.ownership().held()).isNull();
    assertThat(open.ownership().givenUp()).isEqualTo(new SlotEntry.GivenUp(77, 88, 99, "taken"));
    assertThat(open.ending()).isEqualTo(SlotEntry.Open.IDLE);

    ledger.state(slot, 1, STATE_CLOSED_OWNER);
    ledger.putShort(slot(slot) + SLOT_FLAGS, FLAG_DISOWNED);
    ledger.putInt(slot(facts) + EXTENSION_CLOSE_THREAD, ledger.text("closer"));
    SlotEntry closed = slots(read()).get(0);
    assertThat(closed.ownership().givenUp()).isEqualTo(new SlotEntry.GivenUp(77, 0, 0, "taken"));
    assertThat(closed.ending()).isEqualTo(new SlotEntry.Closed(true, 88, "closer", 99));
  }

  @Test
  void keepsOwnersHoldersAndClosedOwners() throws IOException {
    int plain = ledger.tally(ledger.type("file", "F", TYPE_HAS_BYTES), 0);
    int owner = ledger.open(ledger.tally(ledger.type("mesh", "M", TYPE_OWNER), 0), 0);
    int holder = ledger.open(ledger.tally(ledger.type("cache", "C", TYPE_HOLDER), 0), 0);
    ledger.open(plain, 0);
    int closed = ledger.open(plain, 0);
    ledger.state(closed, 1, STATE_CLOSED_OWNER);
    LedgerImage image = read();
    assertThat(image.owners()).containsOnlyKeys(owner, holder, closed);
    assertThat(slots(image)).containsAll(image.owners().values()).hasSize(4);
  }

  @Test
  void idsWithoutARecordReadAsQuestionMarks() throws IOException {
    int type = ledger.ints(RECORD_TYPE, 1, -1, 0, 0, 0);
    int stack = ledger.stack(ledger.ints(RECORD_FRAME, 9, 0, 77777777, 3), 12345);
    int tally = ledger.tally(type, stack);
    // These words look like a text record, but they are only the contents of a stack record.
    int forged = ledger.ints(RECORD_STACK, 12, RECORD_TEXT, 0x41414141);
    int slot = ledger.open(tally, 0);
    ledger.putInt(slot(slot) + SLOT_SPACE, forged + 1);
    LedgerImage image = read();
    assertThat(image.tallies().get(tally).type())
        .isEqualTo(new TypeEntry("?", "?", false, false, false, false));
    assertThat(image.tallies().get(tally).stack())
        .containsExactly(new Frame("?", "?", "?", 3), new Frame("?", "?", null, -1));
    assertThat(slots(image).get(0).place().space()).isEqualTo("?");
    assertThat(slots(image).get(0).opened().thread()).isEqualTo("?");
    assertThat(image.stack(type)).isEmpty();
  }

  @Test
  void aMissingTallyIsTheUnknownOne() throws IOException {
    ledger.open(1234, 5);
    LedgerImage image = read();
    assertThat(slots(image)).extracting(slot -> slot.tally().id()).containsExactly(0);
    assertThat(image.tallies().get(0).type().name()).isEqualTo("?");
    assertThat(image.damage())
        .containsExactly(
            dir.resolve("a.ledger") + ": resources whose type and opening stack are lost: 1");
  }

  @Test
  void refusesToStreamAnotherLedgerThanItRead() throws IOException {
    LedgerImage image = read();
    ledger.putLong(HEADER_PID, 1);
    Path file = ledger.writeTo(dir.resolve("a.ledger"));
    assertThatThrownBy(() -> image.forEachSlot(slot -> {}))
        .isInstanceOf(UnreadableLedgerException.class)
        .hasMessage(file + " is no longer the ledger that was read before: it has been replaced");
  }
}
