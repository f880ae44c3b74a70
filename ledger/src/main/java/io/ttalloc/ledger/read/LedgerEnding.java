package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.MAGIC;

import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.bytes.UnreadableLedgerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Finds out when the process of a ledger ended, for the retention of ledgers. */
public final class LedgerEnding {
  private LedgerEnding() {}

  /**
   * The end of the process or of its tracking, as recorded in its ledger. For a process that was
   * killed, the time at which its file was last extended or written back; the process ended at that
   * time or later.
   *
   * @param modified the modification time of the file
   * @return null if the file is not a ledger or cannot be read
   */
  public static @Nullable Instant of(Path ledger, Instant modified) {
    try {
      ProcessEntry process = LedgerReader.readProcess(ledger);
      boolean noted =
          process.ended() == ProcessEntry.Ended.EXIT
              || process.ended() == ProcessEntry.Ended.DETACHED;
      return noted ? ended(process, modified) : modified;
    } catch (UnreadableLedgerException e) {
      return mayBeLedger(ledger) ? modified : null;
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * The recorded end; the modification time of the file if the recorded end is in the future,
   * because of damage or because the clock was set back.
   */
  private static Instant ended(ProcessEntry process, Instant modified) {
    Instant end = process.clock().readAt();
    return end.isAfter(Instant.now()) ? modified : end;
  }

  /**
   * Whether a file begins like a ledger. This includes ledgers of other versions, and ledgers whose
   * process died before it had written the header.
   */
  private static boolean mayBeLedger(Path file) {
    try (LedgerFile opened = LedgerFile.open(file)) {
      ByteBuffer magic = LedgerFile.buffer(Long.BYTES);
      opened.read(magic, 0);
      return magic.getLong(0) == MAGIC || magic.getLong(0) == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
