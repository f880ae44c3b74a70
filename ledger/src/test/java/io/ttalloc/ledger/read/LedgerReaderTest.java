package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;
import static io.ttalloc.ledger.read.LedgerBytes.payload;
import static io.ttalloc.ledger.read.LedgerBytes.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.bytes.ReadProgress;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.ledger.record.SiteRecord;
import io.ttalloc.ledger.record.StatisticsRecord;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerReaderTest {
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
  void saysWhichProcessWroteIt() throws IOException {
    ledger.putInt(HEADER_ENDED, ENDED_EXIT);
    ledger.putLong(HEADER_ENDED_NANOS, 777);
    ledger.putInt(HEADER_FLAGS, FLAG_ATTACHED_LATE | Gap.SWITCHED_OFF.flag | Gap.NOT_WOVEN.flag);
    ledger.putLong(Loss.CANNOT_GROW.headerOffset(), 1);
    ledger.putLong(Loss.NO_STACK.headerOffset(), 2);
    ledger.putLong(Loss.HOOK_ERROR.headerOffset(), -1);
    ledger.putLong(HEADER_HOOK_ERRORS, 2);
    ledger.putLong(HEADER_UNKNOWN_CLOSES, 4);
    LedgerImage image = read();
    assertThat(image.process())
        .isEqualTo(
            new ProcessEntry(
                4242,
                Instant.ofEpochMilli(LedgerBytes.STARTED_MILLIS),
                new ProcessEntry.Clock(
                    Instant.ofEpochSecond(1_700_000_000L), LedgerBytes.CLOCK_BASE_NANOS, 777, 777),
                "demo mesh",
                "OpenJDK 17",
                ProcessEntry.Ended.EXIT,
                true,
                true,
                Set.of(Gap.SWITCHED_OFF, Gap.NOT_WOVEN)));
    assertThat(image.losses()).isEqualTo(Map.of(Loss.CANNOT_GROW, 1L, Loss.NO_STACK, 2L));
    assertThat(image.dropped()).isEqualTo(3);
    assertThat(image.hookErrors()).isEqualTo(2);
    assertThat(image.unknownCloses()).isEqualTo(4);
    assertThat(image.damage()).isEmpty();
  }

  @Test
  void aProcessThatEndedWithoutNotingItWasKilled() throws IOException {
    ledger.putInt(HEADER_CAPTURE, CAPTURE_NONE);
    Path file = ledger.writeTo(dir.resolve("a.ledger"));
    Instant now = Instant.ofEpochSecond(1_700_000_012L);
    InstantSource wall = InstantSource.fixed(now);
    ProcessEntry process =
        new LedgerReader(() -> 0, wall).readNow(file, Liveness.PROBE, ReadProgress.NONE).process();
    assertThat(process.ended()).isEqualTo(ProcessEntry.Ended.KILLED);
    assertThat(process.clock().readAtNanos()).isEqualTo(12_000_000_000L);
    assertThat(process.clock().lastSeenNanos()).isZero();
    assertThat(process.stacksCaptured()).isFalse();
    ledger.open(ledger.tally(0, 0), 1); // 1,000 ns after the ledger began
    ledger.writeTo(file);
    process =
        new LedgerReader(() -> 0, wall).readNow(file, Liveness.PROBE, ReadProgress.NONE).process();
    assertThat(process.clock().lastSeenNanos()).isEqualTo(1_000);
  }

  @Test
  void noTimeIsNegativeWhereTheWallClockIsBehindTheLedger() throws IOException {
    Path file = ledger.writeTo(dir.resolve("a.ledger"));
    InstantSource behind = InstantSource.fixed(Instant.ofEpochSecond(1_600_000_000L));
    ProcessEntry process =
        new LedgerReader(() -> 0, behind)
            .readNow(file, Liveness.PROBE, ReadProgress.NONE)
            .process();
    assertThat(process.ended()).isEqualTo(ProcessEntry.Ended.KILLED);
    assertThat(process.clock().readAtNanos()).isZero();
    assertThat(process.ageNanos()).isNotNegative();
  }

  @Test
  void itsOwnProcessRunsAndSharesTheMonotonicClock() throws IOException {
    Path file = ledger.writeTo(dir.resolve("a.ledger"));
    LedgerReader reader =
        new LedgerReader(() -> LedgerBytes.CLOCK_BASE_NANOS + 99, InstantSource.system());
    ProcessEntry process = reader.readNow(file, Liveness.OWN_PROCESS, ReadProgress.NONE).process();
    assertThat(process.ended()).isEqualTo(ProcessEntry.Ended.RUNNING);
    assertThat(process.clock().readAtNanos()).isEqualTo(99);
  }

  @Test
  void sumsATallyOverItsStripes() throws IOException {
    int stack =
        ledger.stack(ledger.frame("a.B", "open", "B.java", 7), ledger.frame("C", "m", null, -2));
    int tally = ledger.tally(ledger.type("buffer", "a.Buffer", TYPE_OWNER | TYPE_HAS_BYTES), stack);
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      ledger.count(tally, stripe, COUNT_OPENED, 10 + stripe);
      ledger.count(tally, stripe, COUNT_CLOSED, 5);
      ledger.count(tally, stripe, COUNT_RECLAIMED, 2);
      ledger.count(tally, stripe, COUNT_RECLAIMED_BYTES, 100);
      ledger.count(tally, stripe, COUNT_COLLECTED, 1);
      ledger.count(tally, stripe, COUNT_CLOSE_FAILED, 3);
    }
    ledger.putLong(payload(tally) + TALLY_FOLDED, 3);
    ledger.putLong(payload(tally) + TALLY_FOLDED_BYTES, 333);
    ledger.putLong(payload(tally) + TALLY_HOLLOW, 2);
    int lifetimes = ledger.lifetimes(tally);
    ledger.lifetime(lifetimes, 0, 5, -1);
    ledger.lifetime(lifetimes, 3, 5, 2);
    TallyEntry read = read().tallies().get(tally);
    assertThat(read.type())
        .isEqualTo(new TypeEntry("buffer", "a.Buffer", false, true, true, false));
    assertThat(read.stack())
        .containsExactly(new Frame("a.B", "open", "B.java", 7), new Frame("C", "m", null, -2));
    assertThat(read.opened()).isEqualTo(46);
    assertThat(read.closed()).isEqualTo(20);
    assertThat(read.closes().reclaimed()).isEqualTo(8);
    assertThat(read.closes().reclaimedBytes()).isEqualTo(400);
    assertThat(read.losses().collected()).isEqualTo(4);
    assertThat(read.closes().failed()).isEqualTo(12);
    assertThat(read.losses().folded()).isEqualTo(3);
    assertThat(read.losses().foldedBytes()).isEqualTo(333);
    assertThat(read.losses().hollow()).isEqualTo(2);
    assertThat(read.open()).isEqualTo(46 - 20 - 2);
    assertThat(read.slots()).isEqualTo(46 - 20 - 3 - 2);
    assertThat(read.lifetimes()[5]).isEqualTo(0xFFFF_FFFFL + 2);
    assertThat(read.lifetimes()).hasSize(320);
  }

  @Test
  void aTallyThatNeverCountedAnythingIsLeftOut() throws IOException {
    int type = ledger.type("buffer", "B", 0);
    ledger.unusedTally(type, 0);
    int counted = ledger.tally(type, 0);
    int lifetimesOfOthers = ledger.unusedTally(type, 0);
    ledger.lifetimes(lifetimesOfOthers);
    assertThat(read().tallies()).containsOnlyKeys(counted, lifetimesOfOthers);
  }

  @Test
  void rowsWithoutACountAreLeftOut() throws IOException {
    int space = ledger.text("DRAM");
    int type = ledger.type("buffer", "B", 0);
    row(RECORD_DEVICE, 0, space, 0, 0, 0, 0);
    row(RECORD_CLOSE_SITE, ledger.tally(type, 0), 0, 0, 0);
    misuse(MisuseKind.DOUBLE_CLOSE.code(), type, 0, 0, 0);
    LedgerImage image = read();
    assertThat(image.devices()).isEmpty();
    assertThat(image.rows(CloseSiteEntry.class)).isEmpty();
    assertThat(image.misuse()).isEmpty();
  }

  @Test
  void readsTheTablesOfRows() throws IOException {
    int dram = ledger.text("DRAM");
    int l1 = ledger.text("L1");
    int type = ledger.type("buffer", "B", 0);
    int stack = ledger.stack(ledger.frame("a.B", "open", null, 1));
    int tally = ledger.tally(type, stack);
    row(RECORD_DEVICE, 1, dram, 10, 20, 3, 2, 30);
    row(RECORD_DEVICE, 0, l1, 11, 21, 4, 3, 31);
    row(RECORD_DEVICE, 0, dram, 12, 22, 5, 4, 32);
    statistics(2, 300, 0, 0, dram, 1, -1, -1);
    row(RECORD_CLOSE_SITE, tally, stack, 6);
    misuse(MisuseKind.USE_AFTER_CLOSE.code(), type, 0, stack, 7);
    ledger.ints(SiteRecord.NUMBER, ledger.text("W"), ledger.text("load"), ledger.text("load_it"));
    LedgerImage image = read();
    List<Frame> frames = List.of(new Frame("a.B", "open", null, 1));
    assertThat(image.devices())
        .containsExactly(
            new DeviceEntry(0, "DRAM", 12, 22, 5, 4, 32, 20),
            new DeviceEntry(0, "L1", 11, 21, 4, 3, 31, 20),
            new DeviceEntry(1, "DRAM", 10, 20, 3, 2, 30, 20));
    assertThat(image.rows(StatisticsRecord.class))
        .containsExactly(new StatisticsRecord(2, 300, 0, null, "DRAM", 1, -1, -1));
    assertThat(image.rows(CloseSiteEntry.class))
        .containsExactly(new CloseSiteEntry(tally, frames, 6));
    assertThat(image.misuse())
        .containsExactly(
            new MisuseEntry(
                MisuseKind.USE_AFTER_CLOSE,
                new TypeEntry("buffer", "B", false, false, false, false),
                List.of(),
                frames,
                7,
                null,
                null,
                false));
    assertThat(image.rows(SiteRecord.class))
        .containsExactly(new SiteRecord("W", "load", "load_it"));
    assertThat(image.damage()).isEmpty();
  }

  private void row(int kind, int first, int second, long... counts) {
    ledger.record(
        kind,
        8 + counts.length * 8,
        at -> {
          ledger.putInt(at, first);
          ledger.putInt(at + 4, second);
          for (int i = 0; i < counts.length; i++) {
            ledger.putLong(at + 8 + 8 * i, counts[i]);
          }
        });
  }

  private void statistics(
      int round, long nanos, int device, int session, int space, long... numbers) {
    ledger.record(
        StatisticsRecord.NUMBER,
        StatisticsRecord.BYTES,
        at -> {
          ledger.putLong(at, nanos);
          ledger.putInt(at + 8, device);
          ledger.putInt(at + 12, session);
          ledger.putInt(at + 16, space);
          ledger.putInt(at + 20, round);
          ledger.putLong(at + 24, numbers[0]);
          ledger.putLong(at + 32, numbers[1]);
          ledger.putLong(at + 40, numbers[2]);
        });
  }

  private void misuse(int kind, int type, int first, int second, long count) {
    int id = ledger.ints(RECORD_MISUSE, kind, type, first, second, 0, 0, 0, 0);
    ledger.putLong(payload(id) + MISUSE_COUNT, count);
  }

  @Test
  void mergesTheRingsByTimeAndLeavesOutWhatIsNotAnEvent() throws IOException {
    int tally = ledger.tally(0, 0);
    int one = ledger.history(4);
    int two = ledger.history(4);
    ledger.event(one, 0, 30, EVENT_CLOSE, tally, 2, 0x10);
    ledger.event(one, 1, 10, EVENT_OPEN, tally, -1, 0x10);
    ledger.event(two, 0, 20, EVENT_COLLECTED, tally, 0, 0x20);
    ledger.event(two, 1, 40, EVENT_RECLAIMED, tally, 0, 0x20);
    ledger.event(two, 2, 0, EVENT_OPEN, tally, 0, 0);
    ledger.event(two, 3, 50, 9, tally, 0, 0);
    ledger.event(one, 2, -5, EVENT_OPEN, tally, 0, 0);
    ledger.event(one, 3, Long.MAX_VALUE, EVENT_OPEN, tally, 0, 0);
    assertThat(read().events())
        .containsExactly(
            new EventEntry(10, EventEntry.Kind.OPEN, tally, -1, null, 0x10, 64),
            new EventEntry(20, EventEntry.Kind.COLLECTED, tally, 0, null, 0x20, 64),
            new EventEntry(30, EventEntry.Kind.CLOSE, tally, 2, null, 0x10, 64),
            new EventEntry(40, EventEntry.Kind.RECLAIMED, tally, 0, null, 0x20, 64));
  }

  @Test
  void namesTheSpaceOfAnEventByItsNumberAndOnlyIfItHasOne() throws IOException {
    int ring = ledger.history(4);
    ledger.ints(RECORD_SPACE, ledger.text("L1"), 255);
    ledger.ints(RECORD_SPACE, ledger.text("without a number"), 0);
    int[] numbers = {0, 255, 3};
    for (int i = 0; i < numbers.length; i++) {
      ledger.event(ring, i, 10 + i, EVENT_OPEN | numbers[i] << 8, 1, 0, 0);
    }
    assertThat(read().events()).extracting(EventEntry::space).containsExactly(null, "L1", null);
  }

  @Test
  void readsRecordsAfterEmptyTextsAndShortPaddings() throws IOException {
    int empty = ledger.text("");
    for (int i = 0; i < 8; i++) {
      ledger.tally(0, 0);
      ledger.text("1234567");
    }
    int last = ledger.tally(ledger.type("last", "L", 0), 0);
    int slot = ledger.open(last, 0);
    ledger.putInt(slot(slot) + SLOT_THREAD, empty);
    LedgerImage image = read();
    assertThat(image.tallies()).hasSize(9);
    assertThat(image.tallies().get(last).type().name()).isEqualTo("last");
    assertThat(slots(image).get(0).opened().thread()).isEmpty();
  }
}
