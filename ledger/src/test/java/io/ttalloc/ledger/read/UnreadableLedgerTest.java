package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.ttalloc.ledger.bytes.UnreadableLedgerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnreadableLedgerTest {
  @TempDir Path dir;
  private Path file;
  private final LedgerBytes ledger = new LedgerBytes();

  @BeforeEach
  void name() {
    file = dir.resolve("a.ledger");
  }

  private void unreadable(String predicate) {
    assertThatThrownBy(() -> LedgerReader.read(file, Liveness.PROBE))
        .isInstanceOf(UnreadableLedgerException.class)
        .hasMessage(file + predicate);
  }

  @Test
  void aMissingFile() {
    unreadable(" does not exist; expected a ledger file");
  }

  @Test
  void aDirectory() throws IOException {
    Files.createDirectory(file);
    unreadable(" is not a ledger: found a directory, expected a regular file");
  }

  @Test
  void aDevice() {
    file = Path.of("/dev/null");
    unreadable(" is not a ledger: found a special file, expected a regular file");
  }

  @Test
  void aNameThatNoFileHas() {
    file = dir.resolve("x".repeat(256));
    unreadable(" cannot be read: File name too long");
  }

  /**
   * A file that the system refuses to open may become readable without being changed, for example
   * when fewer files are open.
   */
  @Test
  void whatTheSystemRefusesIsToldFromWhatIsNoLedger() throws IOException {
    assertThat(isRefused(dir.resolve("x".repeat(256)))).isTrue();
    assertThat(isRefused(Files.createFile(file))).isFalse();
  }

  private static boolean isRefused(Path path) {
    return catchThrowableOfType(
            UnreadableLedgerException.class, () -> LedgerReader.read(path, Liveness.PROBE))
        .isRefused();
  }

  @Test
  void aFileThatMayNotBeRead() throws IOException {
    ledger.writeTo(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    // Root can read any file.
    assumeFalse(Files.isReadable(file));
    unreadable(" cannot be read: permission denied");
  }

  @Test
  void anEmptyFile() throws IOException {
    Files.createFile(file);
    unreadable(" is not a ledger: found 0 bytes, expected a header of 216 bytes");
  }

  @Test
  void aFileShorterThanTheHeader() throws IOException {
    Files.write(file, java.util.Arrays.copyOf(ledger.toBytes(), 215));
    unreadable(" is not a ledger: found 215 bytes, expected a header of 216 bytes");
  }

  @Test
  void aForeignFile() throws IOException {
    Files.write(file, "Lorem ipsum ".repeat(100).getBytes(StandardCharsets.UTF_8));
    unreadable(
        " is not a ledger: it begins with 4c 6f 72 65 6d 20 69 70, expected 54 54 41 4c 4c 4f 43"
            + " 0a");
  }

  @Test
  void aNewerLedger() throws IOException {
    ledger.putInt(HEADER_VERSION, 7);
    ledger.writeTo(file);
    unreadable(
        " was written by a newer version of tt-alloc (format 7; this version reads format 2)");
  }

  @Test
  void anOlderLedger() throws IOException {
    ledger.putInt(HEADER_VERSION, 1);
    ledger.writeTo(file);
    unreadable(
        " was written by an older version of tt-alloc (format 1; this version reads format 2)");
  }

  @Test
  void aFormatThatNeverWas() throws IOException {
    ledger.putInt(HEADER_VERSION, -3);
    ledger.writeTo(file);
    unreadable(" has format -3, which no version of tt-alloc writes (this version reads format 2)");
  }

  @Test
  void aHeaderThatIsNotReady() throws IOException {
    ledger.putInt(HEADER_READY, 0);
    ledger.writeTo(file);
    String sentence =
        " has no complete header yet: found 0x0 at byte 60, expected 0x52454459; its process"
            + " is just starting, or died while starting";
    unreadable(sentence);
    Files.write(file, new byte[SEGMENT_BYTES]);
    unreadable(sentence);
  }

  @Test
  void segmentsOfAnotherSize() throws IOException {
    ledger.putInt(HEADER_SEGMENT_BYTES, 4096);
    ledger.writeTo(file);
    unreadable(" has segments of 4096 bytes, expected 1048576");
  }

  @Test
  void aPidThatNoProcessHas() throws IOException {
    ledger.putLong(HEADER_PID, -1);
    ledger.writeTo(file);
    unreadable(" has process id -1 in its header, expected a positive number");
    ledger.putLong(HEADER_PID, 0);
    ledger.writeTo(file);
    unreadable(" has process id 0 in its header, expected a positive number");
  }
}
