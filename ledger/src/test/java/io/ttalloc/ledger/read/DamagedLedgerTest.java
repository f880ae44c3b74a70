package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;
import static io.ttalloc.ledger.read.LedgerBytes.payload;
import static io.ttalloc.ledger.read.LedgerBytes.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.OriginRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedLedgerTest {
  @TempDir Path dir;
  private Path file;
  private final LedgerBytes ledger = new LedgerBytes();

  @BeforeEach
  void name() {
    file = dir.resolve("a.ledger");
  }

  private LedgerImage read() throws IOException {
    return LedgerReader.read(ledger.writeTo(file), Liveness.PROBE);
  }

  private void damaged(LedgerImage image, String... predicates) {
    assertThat(image.damage())
        .containsExactlyElementsOf(Arrays.stream(predicates).map(p -> file + p).toList());
  }

  private static List<SlotEntry> slots(LedgerImage image) throws IOException {
    List<SlotEntry> found = new ArrayList<>();
    image.forEachSlot(found::add);
    return found;
  }

  @Test
  void aTruncatedFileGivesWhatIsThere() throws IOException {
    int tally = ledger.tally(ledger.type("buffer", "B", 0), 0);
    ledger.open(tally, 1);
    ledger.open(tally, 2);
    byte[] whole = ledger.toBytes();
    // Keeps the header, the records and the first slot. The slots are in the last segment.
    int kept = 2 * SEGMENT_BYTES + 2 * SLOT_BYTES;
    Files.write(file, Arrays.copyOf(whole, kept));
    LedgerImage image = LedgerReader.read(file, Liveness.PROBE);
    assertThat(slots(image)).extracting(SlotEntry::bytes).containsExactly(1L);
    assertThat(image.tallies().get(tally).type().name()).isEqualTo("buffer");
    damaged(image, " is truncated: found 2097280 bytes, expected 3145728; the rest is missing");
  }

  @Test
  void aFileCutToItsHeaderSaysSo() throws IOException {
    Files.write(file, Arrays.copyOf(ledger.toBytes(), 4096));
    LedgerImage image = LedgerReader.read(file, Liveness.PROBE);
    assertThat(image.process().pid()).isEqualTo(4242);
    assertThat(image.process().command()).isEqualTo("?");
    damaged(image, " is truncated: found 4096 bytes, expected 2097152; the rest is missing");
  }

  @Test
  void aTruncatedRecordIsNotRead() throws IOException {
    int tally = ledger.tally(0, 0);
    Files.write(file, Arrays.copyOf(ledger.toBytes(), payload(tally) + 100));
    LedgerImage image = LedgerReader.read(file, Liveness.PROBE);
    assertThat(image.tallies()).isEmpty();
    assertThat(image.process().command()).isEqualTo("demo mesh");
    damaged(
        image,
        " is truncated: found 1048868 bytes, expected 2097152; the rest is missing",
        ": the record at 0x1000b0 says that it is 336 bytes long, expected 16 to 116; the rest of"
            + " segment 1 is ignored");
  }

  @Test
  void aRecordThatWouldLeaveItsSegmentEndsIt() throws IOException {
    int first = ledger.tally(0, 0);
    int broken = ledger.text("broken");
    ledger.tally(0, 0);
    ledger.putInt(broken * 8 + RECORD_LENGTH, -2);
    LedgerImage image = read();
    assertThat(image.tallies()).containsOnlyKeys(first);
    damaged(
        image,
        ": the record at 0x100200 says that it is 4294967294 bytes long, expected 16 to 1048064;"
            + " the rest of segment 1 is ignored");
  }

  @Test
  void aRecordShorterThanItsHeaderEndsItsSegment() throws IOException {
    ledger.putInt(ledger.text("broken") * 8 + RECORD_LENGTH, 7);
    damaged(
        read(),
        ": the record at 0x100080 says that it is 7 bytes long, expected 16 to 1048448; the rest of"
            + " segment 1 is ignored");
  }

  @Test
  void aRecordTooShortForItsKindIsIgnored() throws IOException {
    int id = ledger.ints(RECORD_FRAME, 1, 2, 3);
    int type = ledger.ints(RECORD_TYPE, 1, 2, 0);
    int tally = ledger.tally(type, ledger.stack(id));
    LedgerImage image = read();
    assertThat(image.tallies().get(tally).stack()).containsExactly(new Frame("?", "?", null, -1));
    assertThat(image.tallies().get(tally).type()).isEqualTo(Dictionary.UNKNOWN_TYPE);
    damaged(
        image,
        ": the record at 0x100080 is of kind 2 and has 12 bytes, expected at least 16; it is"
            + " ignored",
        ": the record at 0x1000a0 is of kind 4 and has 12 bytes, expected at least 20; it is"
            + " ignored");
  }

  /** The record of the type {@code old} ends before the field for the limit. */
  @Test
  void aTypeWithoutAWholeLimitHasNone() throws IOException {
    int name = ledger.text("buffer");
    int old = ledger.ints(RECORD_TYPE, name, name, 0, 0, 0);
    int cut = ledger.ints(RECORD_TYPE, name, name, 0, 0, 0, 0, 77);
    int negative = ledger.ints(RECORD_TYPE, name, name, 0, 0, 0, 0, 77, -1);
    int limited = ledger.ints(RECORD_TYPE, name, name, 0, 0, 0, 0, 77, 1, 5);
    int[] tallies = new int[4];
    int i = 0;
    for (int type : new int[] {old, cut, negative, limited}) {
      tallies[i++] = ledger.tally(type, 0);
    }
    LedgerImage image = read();
    List<Long> limits = new ArrayList<>();
    for (int tally : tallies) {
      limits.add(image.tallies().get(tally).type().policy().limitNanos());
    }
    assertThat(limits).containsExactly(0L, 0L, 0L, (1L << 32) + 77);
    damaged(image);
  }

  @Test
  void anOriginWithUnknownFlagsIsIgnored() throws IOException {
    int name = ledger.text("com.acme");
    for (int flags :
        new int[] {
          0,
          OriginRecord.OF_CLASS,
          OriginRecord.LIBRARY,
          OriginRecord.OF_CLASS | OriginRecord.LIBRARY | OriginRecord.UNSURE,
          OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY | 1 << 31
        }) {
      ledger.ints(OriginRecord.NUMBER, name, flags);
    }
    ledger.ints(OriginRecord.NUMBER, 77, OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY);
    LedgerImage image = read();
    assertThat(image.rows(OriginRecord.class))
        .containsExactly(
            new OriginRecord("?", OriginRecord.Scope.PACKAGE, OriginRecord.Origin.LIBRARY, false));
    damaged(
        image,
        ": the origin at 0x1000a0 has the unknown flags 0x0 and is ignored",
        ": the origin at 0x1000c0 has the unknown flags 0x1 and is ignored",
        ": the origin at 0x1000e0 has the unknown flags 0x20 and is ignored",
        ": the origin at 0x100100 has the unknown flags 0x61 and is ignored",
        ": the origin at 0x100120 has the unknown flags 0x80000022 and is ignored");
  }

  @Test
  void unknownKindsAreIgnored() throws IOException {
    ledger.ints(99, 1, 2);
    ledger.ints(RECORD_MISUSE, 17, 0, 0, 0, 0, 0, 0, 0);
    int segment = ledger.addSegment(7);
    LedgerImage image = read();
    assertThat(image.misuse()).isEmpty();
    damaged(
        image,
        ": the record at 0x100080 has the unknown kind 99 and is ignored",
        ": segment " + segment + " has the unknown kind 7 and is ignored",
        ": the misuse at 0x1000a0 has the unknown kind 17 and is ignored");
  }

  @Test
  void aHistoryLargerThanItsRecordIsIgnored() throws IOException {
    int ring = ledger.history(4);
    ledger.putInt(payload(ring) + HISTORY_CAPACITY, 5);
    damaged(
        read(),
        ": the history at 0x1000b0 has a capacity of 5 events, expected at most 4; it is ignored");
  }

  @Test
  void anImpossibleNumberOfSegmentsIsNotBelieved() throws IOException {
    int tally = ledger.tally(0, 0);
    ledger.putInt(HEADER_SEGMENTS, -1);
    LedgerImage image = read();
    assertThat(image.tallies()).containsOnlyKeys(tally);
    damaged(
        image,
        ": the header says that there are 4294967295 segments, expected 1 to 16384; all"
            + " segments in the file are read");
  }

  @Test
  void slotsInAnUnknownStateAreIgnored() throws IOException {
    int tally = ledger.tally(0, 0);
    ledger.state(ledger.open(tally, 1), 1, 1);
    ledger.state(ledger.open(tally, 2), 1, 15);
    LedgerImage image = read();
    assertThat(slots(image)).isEmpty();
    damaged(image, ": slots ignored because their state is unknown: 2");
  }

  @Test
  void indexesThatNameNoExtensionAreIgnored() throws IOException {
    int owner = ledger.tally(ledger.type("mesh", "M", TYPE_OWNER), 0);
    int[] nowhere = {-1, 1, 1 << 27, 3 << SLOTS_PER_SEGMENT_SHIFT, ledger.open(owner, 0)};
    for (int index : nowhere) {
      ledger.putInt(slot(ledger.open(owner, 0)) + SLOT_EXTENSION, index);
    }
    LedgerImage image = read();
    assertThat(slots(image)).hasSize(6).allMatch(slot -> slot.label() == null);
    damaged(image, ": resources whose details, such as holder and label, are lost: 5");
  }

  @Test
  void aLabelWhosePiecesFormACycleEnds() throws IOException {
    int facts = ledger.extend(ledger.open(ledger.tally(0, 0), 0));
    int piece = ledger.labelPiece(facts, "ab");
    ledger.putInt(slot(piece) + PIECE_NEXT, piece);
    assertThat(slots(read()).get(0).label()).isEqualTo("ababababab");
  }

  @Test
  void aLabelPieceThatIsTooLongIsNotRead() throws IOException {
    int facts = ledger.extend(ledger.open(ledger.tally(0, 0), 0));
    int piece = ledger.nextPiece(ledger.labelPiece(facts, "ab"), "cd");
    ledger.putInt(slot(piece) + PIECE_LENGTH, PIECE_TEXT_BYTES + 1);
    assertThat(slots(read()).get(0).label()).isEqualTo("ab");
  }

  @Test
  void theNumberOfSentencesIsBounded() throws IOException {
    for (int i = 0; i < 150; i++) {
      ledger.ints(99);
    }
    assertThat(read().damage())
        .hasSize(101)
        .last()
        .isEqualTo("There are 50 more faults like these in " + file + ".");
  }

  @Test
  void aSingleFaultBeyondTheBoundIsCounted() throws IOException {
    for (int i = 0; i < 101; i++) {
      ledger.ints(99);
    }
    assertThat(read().damage())
        .last()
        .isEqualTo("There is 1 more fault like these in " + file + ".");
  }
}
