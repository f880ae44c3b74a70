package io.ttalloc.analysis;

import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A copy of a ledger that is truncated before or while it is read. The original is left alone,
 * because the writer's growth thread may still extend it. A ledger has at least three segments of
 * one mebibyte; the part that is cut off has only free slots.
 */
final class TruncatedLedger implements Closeable {
  private static final long KEPT_BYTES = 3_000_000;

  private final Path file;

  TruncatedLedger(Path ledger) throws IOException {
    file = Files.createTempFile("tt-alloc-test", ".ledger");
    Files.copy(ledger, file, StandardCopyOption.REPLACE_EXISTING);
    Path marks = LedgerFiles.beside(ledger).marks();
    if (Files.exists(marks)) {
      Files.copy(marks, LedgerFiles.beside(file).marks());
    }
  }

  /**
   * Reads the ledger.
   *
   * @param pass the pass of the analysis over the slots before which the file is truncated; 0 =
   *     before the ledger is read at all
   */
  LedgerImage read(TestProcess process, int pass) throws IOException {
    if (pass == 0) {
      truncate();
      return process.read(file);
    }
    // Pass 1 is made by the reader itself, so the analysis starts with pass 2.
    return process.read(
        file,
        (reached, bytes, ofBytes) -> {
          if (reached == pass + 1) {
            truncate();
          }
        });
  }

  private void truncate() {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(KEPT_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(LedgerFiles.beside(file).marks());
    Files.delete(file);
  }
}
