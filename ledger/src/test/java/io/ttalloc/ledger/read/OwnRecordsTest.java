package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.TYPE_OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.watch.LedgerPulse;
import io.ttalloc.ledger.watch.LedgerWatch;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnRecordsTest {
  @TempDir private Path dir;

  private LedgerWriter write(Path file) throws IOException {
    Files.createFile(file);
    return new LedgerWriter(
        file.toFile(),
        new LedgerHeader(7, 8, System.nanoTime(), 1L, "command", "jvm", false, true),
        64);
  }

  private static Tally tally(LedgerWriter writer, int... frames) {
    int type = writer.type("file", "acme.File", TYPE_OWNER, null, null, 0);
    return Objects.requireNonNull(writer.tally(type, writer.stack(frames)));
  }

  @Test
  void readsWhatATallyCountsAlsoWhenTheFileIsGone() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    Tally tally =
        tally(
            writer,
            writer.frame("acme.File", "<init>", "File.java", 3),
            writer.frame("acme.Main", "main", null, -2));
    OwnRecords records = new OwnRecords(writer.content());
    Files.delete(file);

    OwnRecords.Counted counted = records.counted(tally.id());

    assertThat(counted.type().name()).isEqualTo("file");
    assertThat(counted.type().className()).isEqualTo("acme.File");
    assertThat(records.stack(counted.stackId()))
        .containsExactly(
            new Frame("acme.File", "<init>", "File.java", 3),
            new Frame("acme.Main", "main", null, -2));
    assertThat(records.text(writer.text("DRAM"))).isEqualTo("DRAM");
  }

  @Test
  void takesAnIdOfAnotherKindForUnknown() throws IOException {
    LedgerWriter writer = write(dir.resolve("a.ledger"));
    Tally tally = tally(writer, writer.frame("acme.File", "<init>", null, 3));
    OwnRecords records = new OwnRecords(writer.content());

    assertThat(records.counted(writer.text("DRAM")).type().isLost()).isTrue();
    assertThat(records.counted(writer.text("DRAM")).stackId()).isZero();
    assertThat(records.counted(0).type().name()).isEqualTo("?");
    assertThat(records.text(tally.id())).isEqualTo("?");
    assertThat(records.stack(tally.id())).isEmpty();
    assertThat(records.stack(Integer.MAX_VALUE)).isEmpty();
  }

  /** Opening the lock file and closing it again would release the lock. */
  @Test
  void watchingTheOwnLedgerLeavesTheLockAlone() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    tally(writer, writer.frame("acme.File", "<init>", null, 3)).opened(0, false);
    Path lock = LedgerFiles.beside(file).lock();

    LedgerPulse pulse = LedgerWatch.ofOwn(writer.content(), file).read();

    assertThat(pulse.opened()).isEqualTo(1);
    assertThat(pulse.process().ended()).isEqualTo(ProcessEntry.Ended.RUNNING);
    // If the reader checked the lock, which is missing, it would report that the process ended.
    assertThat(lock).doesNotExist();
    try (LedgerWatch other = LedgerWatch.open(file)) {
      assertThat(other.read().process().ended()).isEqualTo(ProcessEntry.Ended.KILLED);
    }
    assertThat(LedgerLock.isHeld(lock)).isFalse();
  }
}
