package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;
import static io.ttalloc.ledger.read.LedgerBytes.payload;
import static io.ttalloc.ledger.read.LedgerBytes.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.bytes.Damage;
import io.ttalloc.ledger.bytes.Header;
import io.ttalloc.ledger.bytes.UnreadableLedgerException;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.SiteRecord;
import io.ttalloc.ledger.record.StatisticsRecord;
import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.ledger.watch.LedgerWatchTest;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reading a mutated ledger returns an image or throws an {@link UnreadableLedgerException}, and the
 * size of the image is bounded by the size of the file. The inputs are the same in every run.
 */
@Variant
class FuzzedLedgerTest {
  private static final byte[] MARKS =
      "2023-11-14T22:13:21Z one\n2023-11-14T22:13:22.5Z rss=9 open=7;99:3:4;8:1:0 two\n"
          .getBytes(StandardCharsets.UTF_8);

  @TempDir Path dir;
  private Path file;
  private Path marks;
  private byte[] whole = new byte[0];
  private int usedRecords;
  private int usedSlots;

  /** The number of the first input. */
  int first() {
    return 0;
  }

  int inputs() {
    return 200;
  }

  @Test
  void givesAnImageOrOneSentence() throws IOException {
    file = dir.resolve("a.ledger");
    marks = dir.resolve("a.marks");
    rich();
    Files.write(file, whole);
    int images = 0;
    int refused = 0;
    for (int input = first(); input < first() + inputs(); input++) {
      Random random = new Random(input);
      byte[] mutated = mutate(random);
      try {
        boolean inOwnProcess = random.nextBoolean();
        check(LedgerReader.read(file, inOwnProcess ? Liveness.OWN_PROCESS : Liveness.PROBE));
        LedgerWatchTest.assertReadsTheSameTwice(file);
        images++;
      } catch (UnreadableLedgerException e) {
        assertThat(e.getMessage()).startsWith(file + " ").doesNotContain("\n");
        refused++;
      } catch (IOException | RuntimeException | Error e) {
        throw new AssertionError("Input " + input + " gave " + e, e);
      }
      restore(mutated);
    }
    // Otherwise the mutations are too weak or too strong to test anything.
    assertThat(images).isGreaterThan(inputs() / 2);
    assertThat(refused).isGreaterThan(inputs() / 100);
  }

  /** Creates a ledger with an example of everything that a ledger may contain. */
  private void rich() {
    LedgerBytes ledger = new LedgerBytes();
    int frame = ledger.frame("a.B", "open", "B.java", 7);
    int stack = ledger.stack(frame, ledger.frame("C", "main", null, -2), frame);
    int[] tallies = new int[4];
    for (int i = 0; i < tallies.length; i++) {
      tallies[i] = ledger.tally(ledger.type("type" + i, "a.T" + i, 1 << i), stack);
      ledger.count(tallies[i], i, COUNT_OPENED, 10);
    }
    ledger.lifetime(ledger.lifetimes(tallies[0]), 1, 5, 9);
    int ring = ledger.history(16);
    for (int i = 0; i < 12; i++) {
      ledger.event(ring, i, 100 + i, 1 + i % 4, tallies[i % 4], i, 0x1000 + i);
    }
    int space = ledger.text("DRAM");
    ledger.ints(RECORD_DEVICE, 0, space, 1, 0, 2, 0, 3, 0, 4, 0);
    ledger.ints(StatisticsRecord.NUMBER, 1, 0, 0, space, space, 1, 1, 0, 2, 0, 3, 0);
    ledger.ints(RECORD_CLOSE_SITE, tallies[0], stack, 5, 0);
    ledger.ints(RECORD_MISUSE, 1, ledger.type("t", "T", 0), stack, stack, 0, 0, 2, 0);
    int unused = ledger.limitedTally(stack);
    ledger.codeByName(space);
    ledger.ints(RECORD_SPACE, space, 1);
    ledger.ints(
        OriginRecord.NUMBER,
        space,
        OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY | OriginRecord.SAID);
    ledger.ints(ThreadRecord.NUMBER, space, stack, 1, 0);
    ledger.ints(MethodRecord.NUMBER, space, space, 0, space, 7);
    ledger.guard(space);
    samples(ledger, tallies);
    ledger.commit(ledger.text("never committed"), RECORD_UNCOMMITTED);
    int last = 0;
    for (int i = 0; i < 40; i++) {
      int slot = ledger.open(tallies[i % 4], 64L * i);
      ledger.putInt(slot(slot) + SLOT_SPACE, space);
      ledger.putInt(slot(slot) + SLOT_THREAD, space);
      if (i % 3 == 0) {
        int facts = ledger.extend(slot);
        ledger.putInt(slot(facts) + EXTENSION_CLOSE_STACK, stack);
        ledger.nextPiece(ledger.entryPiece(facts, "entry "), "of a cache");
        last = ledger.nextPiece(ledger.labelPiece(facts, "/data/"), "file.csv");
      }
    }
    whole = ledger.toBytes();
    usedRecords = payload(ledger.text("")) + 64;
    usedSlots = slot(last) + 128;
  }

  private static void samples(LedgerBytes ledger, int[] tallies) {
    int samples = ledger.record(RECORD_SAMPLES, SAMPLES_BYTES, at -> {});
    for (int cell = 0; cell < SAMPLES; cell++) {
      int at = payload(samples) + cell * SAMPLE_BYTES;
      ledger.putLong(at + SAMPLE_NANOS, 100L * cell);
      ledger.putLong(at + SAMPLE_OPENED, cell);
      ledger.putLong(at + SAMPLE_FLAGS, cell % 2);
      ledger.putLong(at + SAMPLE_MARK, cell + 1);
    }
    for (int tally : tallies) {
      int counts = ledger.record(RECORD_OPEN, OPEN_BYTES, at -> {});
      ledger.putInt(payload(tally) + TALLY_OPEN, counts);
      for (int cell = 0; cell < SAMPLES; cell++) {
        ledger.putLong(payload(counts) + cell * OPEN_CELL_BYTES + OPEN_COUNT, cell);
        ledger.putLong(payload(counts) + cell * OPEN_CELL_BYTES + OPEN_MARK, cell + 1);
      }
    }
  }

  /** Mutates the file and returns its new content. */
  private byte[] mutate(Random random) throws IOException {
    byte[] bytes;
    if (random.nextInt(8) == 0) {
      int length = random.nextBoolean() ? position(random) : random.nextInt(2 * whole.length);
      bytes = Arrays.copyOf(whole, length);
    } else {
      bytes = whole.clone();
    }
    int changes = 1 + random.nextInt(1 << random.nextInt(6));
    for (int i = 0; i < changes && bytes.length > 8; i++) {
      change(bytes, random);
    }
    write(bytes);
    byte[] text = MARKS.clone();
    text[random.nextInt(text.length)] = (byte) random.nextInt();
    Files.write(marks, text);
    return bytes;
  }

  private void change(byte[] bytes, Random random) {
    int at = Math.min(position(random), bytes.length - 8);
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    switch (random.nextInt(6)) {
      case 0 -> bytes[at] = (byte) random.nextInt();
      case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> words.putInt(at & ~3, number(random));
      case 3 -> words.putLong(at & ~7, random.nextBoolean() ? number(random) : random.nextLong());
      case 4 -> {
        int from = Math.min(position(random), bytes.length - 8) & ~7;
        int length = Math.min(8 << random.nextInt(8), bytes.length - Math.max(from, at & ~7));
        System.arraycopy(bytes, from, bytes, at & ~7, length);
      }
      default ->
          // Writes a number that may be the id of a record or the index of a slot.
          words.putInt(
              at & ~3,
              random.nextBoolean() ? position(random) >>> 3 : position(random) >>> SLOT_SHIFT);
    }
  }

  private static int number(Random random) {
    int[] edges = {
      0, 1, -1, 7, 8, 63, 64, Integer.MAX_VALUE, Integer.MIN_VALUE, SEGMENT_BYTES, 1 << 24, 0x7FFF
    };
    return random.nextInt(4) == 0 ? random.nextInt() : edges[random.nextInt(edges.length)];
  }

  /** A random position in the file, usually in a part to which the ledger was written. */
  private int position(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> random.nextInt(Header.BYTES);
      case 1, 2, 3, 4 -> SEGMENT_BYTES + random.nextInt(usedRecords - SEGMENT_BYTES);
      case 5, 6 -> 2 * SEGMENT_BYTES + random.nextInt(usedSlots - 2 * SEGMENT_BYTES);
      default -> random.nextInt(whole.length);
    };
  }

  private void write(byte[] bytes) throws IOException {
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.setLength(bytes.length);
      int common = Math.min(bytes.length, whole.length);
      for (int from = 0; from < common; from += 4096) {
        int to = Math.min(common, from + 4096);
        if (!Arrays.equals(bytes, from, to, whole, from, to)) {
          out.seek(from);
          out.write(bytes, from, to - from);
        }
      }
    }
  }

  private void restore(byte[] mutated) throws IOException {
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.setLength(whole.length);
      for (int from = 0; from < whole.length; from += 4096) {
        int to = Math.min(whole.length, from + 4096);
        if (to > mutated.length || !Arrays.equals(mutated, from, to, whole, from, to)) {
          out.seek(from);
          out.write(whole, from, to - from);
        }
      }
    }
  }

  // --- valid images -----------------------------------------------------------------------

  private void check(LedgerImage image) throws IOException {
    long size = Files.size(file);
    assertThat(image.damage().size()).isLessThanOrEqualTo(Damage.MAX_SENTENCES + 1);
    assertThat(image.damage()).allMatch(s -> s.contains(dir.toString()) && !s.contains("\n"));
    assertThat(image.process().toString()).isNotEmpty();
    assertThat(image.process().clock().readAtNanos()).isNotNegative();
    assertThat((long) image.tallies().size()).isLessThanOrEqualTo(size / 320 + 1);
    for (TallyEntry tally : image.tallies().values()) {
      assertThat(tally.stack().size()).isLessThanOrEqualTo(MAX_FRAMES);
      assertThat(Math.min(tally.opened(), tally.closed())).isNotNegative();
      tally.stack().forEach(frame -> assertThat(frame.className()).isNotNull());
    }
    assertThat((long) image.events().size()).isLessThanOrEqualTo(size / EVENT_BYTES);
    assertThat(image.events())
        .isSortedAccordingTo((a, b) -> Long.compare(a.atNanos(), b.atNanos()));
    assertThat(image.marks().size()).isLessThanOrEqualTo(2);
    int rows =
        image.devices().size()
            + image.rows(StatisticsRecord.class).size()
            + image.misuse().size()
            + image.rows(CloseSiteEntry.class).size()
            + image.rows(SiteRecord.class).size()
            + image.rows(OriginRecord.class).size()
            + image.rows(GuardRecord.class).size();
    assertThat((long) rows).isLessThanOrEqualTo(size / 16);
    checkSamples(image.sampledMarks(), image.tallies().keySet());
    long[] seen = {0, 0};
    image.forEachSlot(slot -> checkSlot(image, slot, seen));
    assertThat(seen[0]).isLessThanOrEqualTo(size / SLOT_BYTES + 1);
  }

  private static void checkSamples(SampledMarks marks, Set<Integer> tallies) {
    assertThat(marks.samples().size()).isLessThanOrEqualTo(SAMPLES + 2);
    assertThat(marks.samples())
        .isSortedAccordingTo((a, b) -> Long.compare(a.atNanos(), b.atNanos()));
    for (int tally : tallies) {
      assertThat(marks.open(tally)).hasSize(marks.samples().size());
      assertThat(Arrays.stream(marks.open(tally)).min().orElse(0)).isGreaterThanOrEqualTo(-1);
      assertThat(Arrays.stream(marks.bytes(tally)).min().orElse(0)).isGreaterThanOrEqualTo(-1);
    }
  }

  private static void checkSlot(LedgerImage image, SlotEntry slot, long[] seen) {
    seen[0]++;
    if (slot.id().index() <= seen[1] || !image.tallies().containsKey(slot.tally().id())) {
      throw new AssertionError("Out of order, or of no tally: " + slot);
    }
    seen[1] = slot.id().index();
    if (slot.bytes() < 0 || slot.opened().thread().length() > MAX_TEXT_BYTES) {
      throw new AssertionError("Impossible: " + slot);
    }
    String label = slot.label();
    String entry = slot.ownership().entry();
    if (Math.max(label == null ? 0 : label.length(), entry == null ? 0 : entry.length())
        > MAX_PIECES * PIECE_TEXT_BYTES) {
      throw new AssertionError("Impossible: " + slot);
    }
    if (slot.ending() instanceof SlotEntry.Closed closed) {
      assertThat(image.stack(closed.stack()).size()).isLessThanOrEqualTo(MAX_FRAMES);
    }
    SlotEntry.GivenUp givenUp = slot.ownership().givenUp();
    if (givenUp != null) {
      assertThat(image.stack(givenUp.stack()).size()).isLessThanOrEqualTo(MAX_FRAMES);
    }
  }
}
