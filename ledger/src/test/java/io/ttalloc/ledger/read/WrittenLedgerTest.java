package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.HolderRecord;
import io.ttalloc.ledger.record.LineRanges;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.OriginRecord.Origin;
import io.ttalloc.ledger.record.OriginRecord.Scope;
import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reader reads what the writer writes. */
class WrittenLedgerTest {
  @TempDir Path dir;

  private LedgerWriter write(Path file) throws IOException {
    Files.createFile(file);
    return new LedgerWriter(
        file.toFile(),
        new LedgerHeader(7, 8, System.nanoTime(), 1L, "command", "jvm", false, true),
        64);
  }

  @Test
  void readsTalliesStacksAndEventsAsWritten() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    int stack = writer.stack(new int[] {writer.frame("a.B", "open", "B.java", 7)});
    Tally first =
        writer.tally(writer.type("buffer", "a.Buffer", TYPE_OWNER, "free()", "close", 0), stack);
    assertThat(first).isNotNull();
    first.opened(1, false);
    first.opened(2, false);
    first.closed(3);
    first.lived(3, 1000);
    writer.closeSite(first, stack);
    writer.devices().opened(3, writer.text("DRAM"), 64);
    writer.event(0, EVENT_OPEN, writer.text("DRAM"), 10, first.id(), 3, 0x1000, 64);
    writer.event(0, EVENT_OPEN, writer.text("L1"), 11, first.id(), 3, 0x1000, 64);
    writer.event(0, EVENT_OPEN, 0, 12, first.id(), 3, 0x1000, 64);
    LedgerImage image = LedgerReader.read(file, Liveness.OWN_PROCESS);
    assertThat(image.damage()).isEmpty();
    assertThat(image.process().command()).isEqualTo("command");
    TallyEntry tally = image.tallies().get(first.id());
    assertThat(tally.type().className()).isEqualTo("a.Buffer");
    assertThat(tally.type().closing().release()).isEqualTo("free()");
    assertThat(tally.type().closing().unseen()).isEqualTo("close");
    assertThat(tally.stack()).containsExactly(new Frame("a.B", "open", "B.java", 7));
    assertThat(tally.opened()).isEqualTo(2);
    assertThat(tally.closed()).isEqualTo(1);
    assertThat(tally.lifetimes()).contains(1L);
    assertThat(image.events())
        .containsExactly(
            new EventEntry(10, EventEntry.Kind.OPEN, first.id(), 3, "DRAM", 0x1000, 64),
            new EventEntry(11, EventEntry.Kind.OPEN, first.id(), 3, "L1", 0x1000, 64),
            new EventEntry(12, EventEntry.Kind.OPEN, first.id(), 3, null, 0x1000, 64));
    assertThat(image.eventsSinceNanos()).isZero();
    assertThat(image.rows(CloseSiteEntry.class))
        .containsExactly(new CloseSiteEntry(first.id(), tally.stack(), 1));
    assertThat(image.devices()).containsExactly(new DeviceEntry(3, "DRAM", 64, 64, 1, 0, 64, 0));
  }

  @Test
  void readsOriginsInTheirOrderAndEachOnce() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    for (int i = 0; i < 2; i++) {
      OriginRecord.write(
          writer.rows(),
          "com.acme",
          OriginRecord.OF_PACKAGE_AND_BELOW | OriginRecord.APPLICATION | OriginRecord.SAID);
      OriginRecord.write(writer.rows(), "", OriginRecord.OF_PACKAGE | OriginRecord.UNSURE);
      OriginRecord.write(
          writer.rows(), "com.acme.Pool", OriginRecord.OF_CLASS | OriginRecord.LIBRARY);
    }
    LedgerImage image = LedgerReader.read(file, Liveness.OWN_PROCESS);
    assertThat(image.damage()).isEmpty();
    assertThat(image.rows(OriginRecord.class))
        .containsExactly(
            new OriginRecord("com.acme", Scope.PACKAGE_AND_BELOW, Origin.APPLICATION, true),
            new OriginRecord("", Scope.PACKAGE, Origin.UNSURE, false),
            new OriginRecord("com.acme.Pool", Scope.CLASS, Origin.LIBRARY, false));
  }

  @Test
  void theNumberOfOriginsIsBounded() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    for (int i = 0; i < (1 << 15) + 10; i++) {
      OriginRecord.write(writer.rows(), "p" + i, OriginRecord.OF_PACKAGE | OriginRecord.UNSURE);
    }
    assertThat(LedgerReader.read(file, Liveness.OWN_PROCESS).rows(OriginRecord.class))
        .hasSize(1 << 15);
  }

  @Test
  void readsWhatTheCleanupsOfTryStatementsUse() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    guard("run", 12, "java.util.List", false, null).write(writer.rows());
    guard("run", 12, "com.acme.Main", true, "12,14-20").write(writer.rows());
    guard("main", -1, null, false, null).write(writer.rows());
    LedgerImage image = LedgerReader.read(file, Liveness.OWN_PROCESS);
    assertThat(image.damage()).isEmpty();
    assertThat(image.rows(GuardRecord.class))
        .containsExactly(
            guard("run", 12, "java.util.List", false, null),
            guard("run", 12, "com.acme.Main", true, "12,14-20"),
            guard("main", -1, null, false, null));
  }

  private static GuardRecord guard(
      String method, int line, @Nullable String type, boolean ofClass, @Nullable String lines) {
    LineRanges ranges = lines == null ? null : LineRanges.parse(lines);
    return new GuardRecord(
        "com.acme.Main", method, line, type, ofClass, lines != null, false, lines != null, ranges);
  }

  @Test
  void theNumberOfThoseIsBounded() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    for (int line = 0; line < (1 << 13) + 10; line++) {
      guard("run", line, null, false, null).write(writer.rows());
    }
    assertThat(LedgerReader.read(file, Liveness.OWN_PROCESS).rows(GuardRecord.class))
        .hasSize(1 << 13);
  }

  @Test
  void readsRecordsAfterEmptyTextsAndPaddingsOfAnyLength() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    writer.text("");
    writer.stack(new int[0]);
    int type = writer.type("t", "T", 0, null, null, 0);
    for (int i = 0; i < 32; i++) {
      // Texts of all lengths, so that the padding before the aligned tallies has all lengths.
      writer.text("x".repeat(8 * i) + i);
      Tally tally = writer.tally(type, i);
      assertThat(tally).isNotNull();
      tally.opened(0, false);
    }
    assertThat(LedgerReader.read(file, Liveness.OWN_PROCESS).tallies()).hasSize(32);
  }

  @Test
  void readsWhereThreadsWereAtTheEnd() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    int stack = writer.stack(new int[] {writer.frame("a.B", "run", "B.java", 7)});
    writer.rows().add(ThreadRecord.NUMBER, 1, writer.text("main"), stack, 5, 1);
    writer.rows().add(ThreadRecord.NUMBER, 1, writer.text("too many"), stack, 6, 0);
    LedgerImage image = LedgerReader.read(file, Liveness.OWN_PROCESS);
    assertThat(image.damage()).isEmpty();
    assertThat(image.rows(ThreadRecord.class))
        .containsExactly(
            new ThreadRecord(
                "main", List.of(new Frame("a.B", "run", "B.java", 7)), (1L << Integer.SIZE) + 5));
  }

  @Test
  void readsTheClassesOfHoldersAsWrittenAndEachOnce() throws IOException {
    Path file = dir.resolve("a.ledger");
    LedgerWriter writer = write(file);
    assertThat(writer.hasHolders()).isFalse();

    HolderRecord.write(writer, "a.Cache", "clear()");
    HolderRecord.write(writer, "a.Pool", null);
    HolderRecord.write(writer, "a.Cache", "clear()");

    assertThat(writer.hasHolders()).isTrue();
    LedgerImage image = LedgerReader.read(file, Liveness.OWN_PROCESS);
    assertThat(image.damage()).isEmpty();
    assertThat(image.rows(HolderRecord.class))
        .containsExactly(new HolderRecord("a.Cache", "clear()"), new HolderRecord("a.Pool", null));
  }
}
