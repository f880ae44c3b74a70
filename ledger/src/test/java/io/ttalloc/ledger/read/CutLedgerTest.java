package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;
import static io.ttalloc.ledger.read.LedgerBytes.payload;
import static io.ttalloc.ledger.read.LedgerBytes.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.bytes.LedgerFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is truncated while it is read: missing slots must not be read as free ones. */
class CutLedgerTest {
  private static final long NEVER = -1;

  /** A file that is truncated just before a position is read for the first time. */
  private final class CutFile extends LedgerFile {
    CutFile() throws IOException {
      super(FileChannel.open(file, StandardOpenOption.READ));
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      if (touched != NEVER && position <= touched && touched < position + into.capacity()) {
        cut(end);
      }
      return super.read(into, position);
    }
  }

  @TempDir Path dir;
  private final LedgerBytes ledger = new LedgerBytes();
  private Path file;
  private long touched = NEVER;
  private long end;
  private int tally;

  @BeforeEach
  void openTwo() {
    file = dir.resolve("a.ledger");
    tally = ledger.tally(ledger.type("buffer", "B", 0), 0);
    ledger.open(tally, 1);
    ledger.open(tally, 2);
  }

  private LedgerImage read(Liveness liveness) throws IOException {
    return new LedgerReader(() -> LedgerBytes.CLOCK_BASE_NANOS, InstantSource.system())
        .readNow(file, CutFile::new, liveness);
  }

  private void cut(long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }
  }

  private String wasCut(long expected) {
    return file
        + " was truncated while it was being read: found "
        + end
        + " bytes, expected "
        + expected
        + "; the rest is missing";
  }

  @Test
  void slotsThatAreMissingAreDamage() throws IOException {
    ledger.writeTo(file);
    touched = 2 * SEGMENT_BYTES + SLOT_BYTES;
    end = 2 * SEGMENT_BYTES + 2 * SLOT_BYTES;
    for (Liveness liveness : Liveness.values()) {
      Files.write(file, ledger.toBytes());
      assertThat(read(liveness).damage()).containsExactly(wasCut(3 * SEGMENT_BYTES));
    }
  }

  @Test
  void aSegmentThatIsMissingIsDamage() throws IOException {
    ledger.writeTo(file);
    touched = 2 * SEGMENT_BYTES;
    end = 2 * SEGMENT_BYTES;
    assertThat(read(Liveness.PROBE).damage()).containsExactly(wasCut(3 * SEGMENT_BYTES));
  }

  @Test
  void recordsThatAreMissingAreDamage() throws IOException {
    ledger.writeTo(file);
    touched = SEGMENT_BYTES;
    end = (long) payload(tally) - RECORD_HEADER_BYTES;
    LedgerImage image = read(Liveness.PROBE);
    assertThat(image.tallies()).isEmpty();
    assertThat(image.damage()).contains(wasCut(3 * SEGMENT_BYTES));
  }

  @Test
  void eventsThatAreMissingAreDamage() throws IOException {
    int ring = ledger.history(4);
    ledger.event(ring, 0, 30, EVENT_OPEN, tally, 0, 0x10);
    ledger.writeTo(file);
    long events = (long) payload(ring) + HISTORY_HEAD_BYTES;
    // Truncates the file at the second reading of the ring; the first reading is part of reading
    // the ring's segment.
    LedgerFile.Source source =
        () ->
            new LedgerFile(FileChannel.open(file, StandardOpenOption.READ)) {
              @Override
              public int read(ByteBuffer into, long position) throws IOException {
                if (position == events) {
                  cut(events);
                }
                return super.read(into, position);
              }
            };
    end = events;
    assertThat(
            new LedgerReader(() -> LedgerBytes.CLOCK_BASE_NANOS, InstantSource.system())
                .readNow(file, source, Liveness.OWN_PROCESS)
                .damage())
        .contains(wasCut(3 * SEGMENT_BYTES));
  }

  @Test
  void anExtensionThatIsMissingIsDamage() throws IOException {
    int facts = ledger.extend(ledger.open(ledger.tally(ledger.type("m", "M", TYPE_OWNER), 0), 3));
    for (int i = 0; i < SLOTS_PER_SEGMENT; i++) {
      ledger.takeSlot();
    }
    int piece = ledger.labelPiece(facts, "far away");
    ledger.writeTo(file);
    touched = slot(piece);
    end = 3 * SEGMENT_BYTES;
    LedgerImage image = read(Liveness.PROBE);
    assertThat(image.damage()).containsExactly(wasCut(4 * SEGMENT_BYTES));
  }

  @Test
  void whatIsCutInASecondPassIsDamageOfThatPass() throws IOException {
    ledger.writeTo(file);
    LedgerImage image = read(Liveness.PROBE);
    assertThat(image.damage()).isEmpty();
    touched = 2 * SEGMENT_BYTES + SLOT_BYTES;
    end = 2 * SEGMENT_BYTES + 2 * SLOT_BYTES;
    List<Long> found = new ArrayList<>();
    assertThat(image.forEachSlot(slot -> found.add(slot.bytes())))
        .containsExactly(wasCut(3 * SEGMENT_BYTES));
    assertThat(found).containsExactly(1L);
  }

  @Test
  void whatIsCutBetweenTwoPassesIsDamageOfTheSecond() throws IOException {
    ledger.writeTo(file);
    LedgerImage image = read(Liveness.PROBE);
    cut(2 * SEGMENT_BYTES);
    assertThat(image.forEachSlot(slot -> {}))
        .containsExactly(
            file + " is truncated: found 2097152 bytes, expected 3145728; the rest is missing");
  }

  @Test
  void damageThatTheFirstReadingFoundIsNotRepeated() throws IOException {
    Files.write(file, Arrays.copyOf(ledger.toBytes(), 2 * SEGMENT_BYTES));
    LedgerImage image = read(Liveness.PROBE);
    assertThat(image.damage()).hasSize(1);
    assertThat(image.forEachSlot(slot -> {})).isEmpty();
  }

  @Test
  void aCompleteFileIsReadWithoutDamage() throws IOException {
    ledger.writeTo(file);
    LedgerImage image = read(Liveness.PROBE);
    assertThat(image.forEachSlot(slot -> {})).isEmpty();
    assertThat(image.damage()).isEmpty();
  }

  /**
   * The file of a running process may grow between two readings; such growth is not a truncation.
   */
  @Test
  void aFileThatGrowsWhileItIsOpenedIsNotDamaged() throws IOException {
    byte[] whole = ledger.toBytes();
    Files.write(file, Arrays.copyOf(whole, 2 * SEGMENT_BYTES));
    LedgerFile.Source source =
        () ->
            new LedgerFile(FileChannel.open(file, StandardOpenOption.READ)) {
              @Override
              public int read(ByteBuffer into, long position) throws IOException {
                Files.write(file, whole);
                return super.read(into, position);
              }
            };
    LedgerImage image =
        new LedgerReader(() -> LedgerBytes.CLOCK_BASE_NANOS, InstantSource.system())
            .readNow(file, source, Liveness.OWN_PROCESS);
    assertThat(image.damage()).isEmpty();
  }
}
