package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerEndingTest {
  private static final Instant STARTED = Instant.parse("2023-11-14T22:13:20Z");
  private static final Instant MODIFIED = Instant.parse("2023-11-14T22:20:00Z");

  @TempDir Path dir;

  private LedgerFiles files() {
    return LedgerFiles.fresh(dir, 7, STARTED.toEpochMilli());
  }

  private static LedgerWriter write(LedgerFiles files, String command) throws IOException {
    files.createLedger();
    long millis = STARTED.toEpochMilli();
    LedgerHeader header =
        new LedgerHeader(7, millis, 0, millis * 1_000_000, command, "a JVM", false, true);
    return new LedgerWriter(files.ledger().toFile(), header, 0);
  }

  private static Instant end(Path ledger) {
    return LedgerEnding.of(ledger, MODIFIED);
  }

  @Test
  void isWhatTheProcessNoted() throws IOException {
    LedgerFiles files = files();
    write(files, "app").ended(90_000_000_000L);

    assertThat(end(files.ledger())).isEqualTo(STARTED.plusSeconds(90));
  }

  @Test
  void isTheTimeOfTheFileWithoutANoteOrWithOneOfTheFuture() throws IOException {
    LedgerFiles killed = files();
    write(killed, "app").unknownClose();
    LedgerFiles damaged = files();
    write(damaged, "app").ended(Long.MAX_VALUE / 2);

    assertThat(end(killed.ledger())).isEqualTo(MODIFIED);
    assertThat(end(damaged.ledger())).isEqualTo(MODIFIED);
  }

  @Test
  void isThatOfNoLedgerOnlyIfItBeginsOtherwise() throws IOException {
    Path empty = Files.createFile(dir.resolve("empty"));
    Path started = Files.write(dir.resolve("started"), new byte[1 << 20]);
    Path text = Files.writeString(dir.resolve("text"), "precious");
    LedgerFiles files = files();
    write(files, "app").ended();
    Path newer = Files.copy(files.ledger(), dir.resolve("newer"));
    byte[] bytes = Files.readAllBytes(newer);
    bytes[HEADER_VERSION + 1] = 1;
    Files.write(newer, bytes);

    assertThat(end(empty)).isEqualTo(MODIFIED);
    assertThat(end(started)).isEqualTo(MODIFIED);
    assertThat(end(newer)).isEqualTo(MODIFIED);
    assertThat(end(text)).isNull();
    assertThat(end(dir)).isNull();
    assertThat(end(dir.resolve("missing"))).isNull();
  }

  @Test
  void theProcessIsReadAsFromTheWholeLedgerUpToItsCommand() throws IOException {
    for (String command : new String[] {"java -jar app.jar", "", "ä".repeat(9_000)}) {
      LedgerFiles files = files();
      write(files, command).ended(5);

      assertThat(LedgerReader.readProcess(files.ledger()))
          .isEqualTo(LedgerReader.read(files.ledger(), Liveness.PROBE).process());
    }
  }

  @Test
  void aCommandThatIsNotThereIsUnknown() throws IOException {
    LedgerFiles files = files();
    write(files, "app").ended(5);
    byte[] bytes = Files.readAllBytes(files.ledger());
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int command = words.getInt(HEADER_COMMAND);
    for (int id : new int[] {0, -1, 3, Integer.MAX_VALUE}) {
      Files.write(files.ledger(), words.putInt(HEADER_COMMAND, id).array());

      assertThat(LedgerReader.readProcess(files.ledger()).command()).isEqualTo("?");
    }
    words.putInt(HEADER_COMMAND, command);
    words.putInt((int) recordPosition(command) + RECORD_KIND, RECORD_FRAME);
    Files.write(files.ledger(), bytes);

    assertThat(LedgerReader.readProcess(files.ledger()).command()).isEqualTo("?");
  }
}
