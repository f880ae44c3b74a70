package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.SlotLayout.*;
import static io.ttalloc.ledger.read.LedgerBytes.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.bytes.Damage;
import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.bytes.RecordStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans a slot that changes between two readings. */
class SlotScanTest {
  /** A change that a running process makes to one slot. */
  private interface Change {
    /** Called before the slot is read; the number is 1 for the first reading. */
    void beforeReading(int number) throws IOException;
  }

  private final class ChangingFile extends LedgerFile {
    private final Change change;
    private int readings;

    ChangingFile(Path file, Change change) throws IOException {
      super(FileChannel.open(file, StandardOpenOption.READ));
      this.change = change;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      if (position <= slot(slot) && slot(slot) < position + into.capacity()) {
        change.beforeReading(++readings);
      }
      return super.read(into, position);
    }
  }

  @TempDir Path dir;
  private final LedgerBytes ledger = new LedgerBytes();
  private int tally;
  private int slot;

  @BeforeEach
  void openOne() {
    tally = ledger.tally(0, 0);
    slot = ledger.open(tally, 1);
  }

  private void reopen(int generation, long bytes) throws IOException {
    ledger.putLong(slot(slot) + SLOT_BYTES_HELD, bytes);
    ledger.state(slot, generation, STATE_OPEN);
    ledger.writeTo(dir.resolve("a.ledger"));
  }

  private void free() throws IOException {
    ledger.state(slot, 1, STATE_FREE);
    ledger.writeTo(dir.resolve("a.ledger"));
  }

  private List<SlotEntry> scan(Change change, String... damages) throws IOException {
    Path path = ledger.writeTo(dir.resolve("a.ledger"));
    List<SlotEntry> found = new ArrayList<>();
    try (LedgerFile file = new ChangingFile(path, change)) {
      Damage damage = new Damage(path);
      file.expect(3, damage);
      RecordStore records = new RecordStore(true);
      Dictionary dictionary = new Dictionary(records);
      Map<Integer, TallyEntry> tallies = Map.of(tally, Tallies.UNKNOWN_ENTRY);
      SlotDecoder decoder =
          new SlotDecoder(records, dictionary, new SystemCode(List.of()), file, path, true);
      SlotScan scan = new SlotScan(file, decoder, tallies, true, Long.MAX_VALUE);
      scan.run((state, type) -> true, found::add);
      scan.report(damage);
      assertThat(damage.sentences()).containsExactly(damages);
    }
    return found;
  }

  @Test
  void aSlotThatDoesNotChangeIsVisited() throws IOException {
    assertThat(scan(number -> {})).extracting(SlotEntry::bytes).containsExactly(1L);
  }

  @Test
  void aSlotThatIsFreedBetweenTheReadingsIsNotVisited() throws IOException {
    assertThat(
            scan(
                number -> {
                  if (number == 2) {
                    free();
                  }
                }))
        .isEmpty();
  }

  @Test
  void aSlotThatIsReusedBetweenTheReadingsIsVisitedWithItsNewContent() throws IOException {
    List<SlotEntry> found =
        scan(
            number -> {
              if (number == 2) {
                reopen(2, 7);
              }
            });
    assertThat(found).extracting(SlotEntry::bytes).containsExactly(7L);
    assertThat(found).extracting(slot -> slot.id().generation()).containsExactly(2);
  }

  @Test
  void aSlotThatChangesWithEveryReadingIsLeftOutAndCounted() throws IOException {
    String path = dir.resolve("a.ledger").toString();
    assertThat(
            scan(
                number -> reopen(1 + number, number),
                path + ": resources skipped because they changed each time they were read: 1"))
        .isEmpty();
  }

  @Test
  void aSlotThatIsFreedWhileItsExtensionIsReadIsNotVisited() throws IOException {
    ledger.extend(slot);
    assertThat(
            scan(
                number -> {
                  if (number == 3) {
                    free();
                  }
                }))
        .isEmpty();
  }

  @Test
  void aSlotThatIsReusedWhileItsExtensionIsReadGetsItsNewExtension() throws IOException {
    ledger.labelPiece(ledger.extend(slot), "old");
    List<SlotEntry> found =
        scan(
            number -> {
              if (number == 3) {
                ledger.labelPiece(ledger.extend(slot), "new");
                reopen(2, 9);
              }
            });
    assertThat(found).extracting(SlotEntry::bytes).containsExactly(9L);
    assertThat(found).extracting(SlotEntry::label).containsExactly("new");
  }

  @Test
  void anExtensionIsNeverOlderThanItsSlot() throws IOException {
    List<SlotEntry> found =
        scan(
            number -> {
              if (number == 2) {
                reopen(2, 7);
              } else if (number == 3) {
                ledger.labelPiece(ledger.extend(slot), "new");
                reopen(3, 9);
              }
            });
    assertThat(found).extracting(SlotEntry::bytes).containsExactly(9L);
    assertThat(found).extracting(SlotEntry::label).containsExactly("new");
  }
}
