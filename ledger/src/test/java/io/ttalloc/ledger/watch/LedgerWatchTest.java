package io.ttalloc.ledger.watch;

import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SlotLayout.FLAG_HAS_DEVICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.ledger.bytes.UnreadableLedgerException;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.read.LedgerBytes;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class LedgerWatchTest {
  /** One in this many readings is compared with a slower reading of the whole ledger. */
  private static final int WHOLE_READINGS = 5;

  @TempDir Path dir;

  private static LedgerWriter write(Path file) throws IOException {
    Files.createFile(file);
    return new LedgerWriter(
        file.toFile(),
        new LedgerHeader(7, 8, System.nanoTime(), 1L, "command", "jvm", false, true),
        64);
  }

  /**
   * Writes enough tallies for several segments, so that the watch must continue in new segments.
   */
  @Test
  void countsWhatAWholeReadingCountsHoweverTheLedgerGrows() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    Random random = new Random(1);
    List<Tally> tallies = new ArrayList<>();
    try (LedgerWatch watch = LedgerWatch.open(file)) {
      assertThat(watch.read().opened()).isZero();
      for (int step = 0; step < 40; step++) {
        for (int i = 0; i < 250; i++) {
          int type = writer.type("type" + random.nextInt(5), "a.B", TYPE_OWNER, null, null, 0);
          int stack = writer.stack(new int[] {writer.frame("a.B", "m" + step, "B.java", i)});
          tallies.add(Objects.requireNonNull(writer.tally(type, stack)));
          Tally tally = tallies.get(random.nextInt(tallies.size()));
          tally.opened(i, false);
          tally.opened(i + 1, false);
          tally.opened(i + 3, false);
          tally.opened(i + 4, false);
          tally.closed(i + 2);
          tally.collected(i);
          tally.collected(i + 1);
          tally.hollow();
          writer.devices().opened(random.nextInt(4), writer.text("S" + random.nextInt(3)), 64);
        }
        LedgerPulse pulse = watch.read();
        if (step % WHOLE_READINGS == 0) {
          assertSameAsImage(pulse, file);
        }
      }
      assertSameAsImage(watch.read(), file);
      assertThat(watch.read().opened()).isEqualTo(4 * 40 * 250);
    }
    assertThat(Files.size(file)).isGreaterThan(4 << 20);
  }

  private static void assertSameAsImage(LedgerPulse pulse, Path file) throws IOException {
    LedgerImage image = LedgerReader.read(file, Liveness.PROBE);
    Map<String, TypeCounts> types = new TreeMap<>();
    TypeCounts all = new TypeCounts("", 0, 0, 0, 0);
    for (TallyEntry tally : image.tallies().values()) {
      TypeCounts counts =
          new TypeCounts(
              tally.type().name(),
              tally.opened(),
              tally.closed(),
              tally.losses().collected(),
              tally.losses().hollow());
      types.merge(counts.type(), counts, TypeCounts::plus);
      all = all.plus(counts);
    }
    assertThat(pulse.types()).containsExactlyInAnyOrderElementsOf(types.values());
    assertThat(pulse.opened()).isEqualTo(all.opened());
    assertThat(pulse.closed()).isEqualTo(all.closed());
    assertThat(pulse.collected()).isEqualTo(all.collected());
    assertThat(pulse.open()).isEqualTo(all.opened() - all.closed() - all.hollow());
    assertThat(pulse.devices()).isEqualTo(image.devices());
    assertThat(pulse.deviceBytes())
        .isEqualTo(image.devices().stream().mapToLong(DeviceEntry::liveBytes).sum());
  }

  /** If a counter fell, a monitor would conclude that the counter had been reset. */
  @Test
  void countersOfADeviceDoNotFallWhileAResourceMoves() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    int space = writer.text("DRAM");
    int[] taken = {0};
    Await.until(() -> (taken[0] = writer.slots().take(new SlotBatch(1))) != 0);
    int slot = taken[0];
    writer.slots().fill(slot, 0, 1, 0);
    writer.slots().setRegion(slot, 64, 0, 0, 3, space, 0, FLAG_HAS_DEVICE);
    writer.devices().prepare(3, space);
    writer.devices().opened(writer.slots(), slot, space);
    try (LedgerWatch watch = LedgerWatch.open(file)) {
      assertThat(watch.read().devices())
          .containsExactly(new DeviceEntry(3, "DRAM", 64, 64, 1, 0, 64, 0));
      writer.devices().withdrawn(writer.slots(), slot, space);
      assertThat(watch.read().devices())
          .containsExactly(new DeviceEntry(3, "DRAM", 0, 64, 1, 0, 64, 0));
    }
  }

  @Test
  void leavesOutCachesAndWhatTheProbeOpensForItself() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    for (int flags : new int[] {0, TYPE_HOLDER, TYPE_INTERNAL, TYPE_OWNER}) {
      int type = writer.type("type" + flags, "a.B", flags, null, null, 0);
      Objects.requireNonNull(writer.tally(type, 0)).opened(0, false);
    }
    try (LedgerWatch watch = LedgerWatch.open(file)) {
      assertThat(watch.read().types())
          .containsExactly(
              new TypeCounts("type0", 1, 0, 0, 0), new TypeCounts("type" + TYPE_OWNER, 1, 0, 0, 0));
    }
  }

  @Test
  void sumsOfForgedCountersStopAtTheLargestNumber() throws IOException {
    LedgerBytes ledger = new LedgerBytes();
    int type = ledger.type("buffer", "B", 0);
    for (int i = 0; i < 2; i++) {
      int tally = ledger.tally(type, 0);
      ledger.count(tally, 0, COUNT_OPENED, Long.MAX_VALUE);
      ledger.count(tally, 1, COUNT_OPENED, Long.MAX_VALUE);
    }
    try (LedgerWatch watch = LedgerWatch.open(ledger.writeTo(dir.resolve("a.ledger")))) {
      assertThat(watch.read().opened()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void findsARecordThatIsCommittedAfterThoseBehindIt() throws IOException {
    LedgerBytes ledger = new LedgerBytes();
    int type = ledger.type("buffer", "B", 0);
    int late = ledger.tally(type, 0);
    ledger.count(late, 0, COUNT_OPENED, 5);
    ledger.commit(late, RECORD_UNCOMMITTED);
    ledger.count(ledger.tally(type, 0), 0, COUNT_OPENED, 3);
    Path file = ledger.writeTo(dir.resolve("a.ledger"));
    try (LedgerWatch watch = LedgerWatch.open(file)) {
      assertThat(watch.read().opened()).isEqualTo(3);
      ledger.commit(late, RECORD_TALLY);
      ledger.writeTo(file);
      assertThat(watch.read().opened()).isEqualTo(8);
      assertThat(watch.read().opened()).as("each record once").isEqualTo(8);
    }
  }

  @Test
  void readsALedgerThatItsProcessHasDeleted() throws IOException {
    LedgerFiles files = LedgerFiles.fresh(dir, 7, 8);
    try (LedgerLock lock = LedgerLock.hold(files.lock());
        LedgerWatch watch = watched(files)) {
      assertThat(lock).isNotNull();
      assertThat(watch.read().process().ended()).isEqualTo(ProcessEntry.Ended.RUNNING);
      lock.close();
      Files.delete(files.lock());
      Files.delete(files.ledger());
      LedgerPulse last = watch.read();
      assertThat(last.process().ended()).isEqualTo(ProcessEntry.Ended.EXIT);
      assertThat(last.process().command()).isEqualTo("command");
      assertThat(last.opened()).isEqualTo(1);
    }
  }

  private static LedgerWatch watched(LedgerFiles files) throws IOException {
    LedgerWriter writer = write(files.ledger());
    int type = writer.type("buffer", "a.B", 0, null, null, 0);
    Objects.requireNonNull(writer.tally(type, 0)).opened(0, false);
    LedgerWatch watch = LedgerWatch.open(files.ledger());
    assertThat(watch.read().opened()).isEqualTo(1);
    writer.ended(1);
    return watch;
  }

  @Test
  void refusesWhatIsNoLedger() throws IOException {
    Path file = Files.writeString(dir.resolve("a.ledger"), "x".repeat(4_096));
    try (LedgerWatch watch = LedgerWatch.open(file)) {
      assertThatThrownBy(watch::read)
          .isInstanceOf(UnreadableLedgerException.class)
          .hasMessageContaining("is not a ledger");
    }
  }

  public static void assertReadsTheSameTwice(Path ledger) throws IOException {
    try (LedgerWatch watch = LedgerWatch.open(ledger)) {
      LedgerPulse pulse = watch.read();
      assertThat(pulse.opened()).isNotNegative();
      assertThat(watch.read().countsAs(pulse)).isTrue();
    }
  }
}
