package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.files.LedgerDirectory;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.files.Retention;
import io.ttalloc.ledger.read.LedgerEnding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Deletes or keeps the files of this run and of earlier ones after the report has been written.
 * Used only by the thread of the dump.
 */
final class Housekeeping {
  private final LedgerFiles files;
  private final LedgerLock lock;
  private final OwnLedger own;
  private final @Nullable Path directory;

  Housekeeping(LedgerFiles files, LedgerLock lock, OwnLedger own) {
    this.files = files;
    this.lock = lock;
    this.own = own;
    this.directory = files.ledger().toAbsolutePath().getParent();
  }

  /** Whether the ledger is worth keeping. */
  static boolean isWanted(Report report) {
    return !report.isClean()
        || !report.history().marks().isEmpty()
        || report.confidence().damaged()
        || !report.confidence().unrecorded().isEmpty();
  }

  /** Whether a tool collects the ledgers, so that all of them are kept. */
  boolean keepsAll() {
    return directory == null || Retention.keepsAll(directory);
  }

  /** Adds to the options the argument with which {@code dump} finds this ledger after the exit. */
  AnalysisOptions findable(AnalysisOptions chosen) {
    if (keepsAll() || own.fate() != OwnLedger.Fate.THERE) {
      // The tool that collects the ledgers reports where they are, and may delete them.
      return chosen.at("");
    }
    boolean byProcessId = LedgerDirectory.defaults().contains(directory);
    return byProcessId ? chosen : chosen.at(files.ledger().toString());
  }

  /**
   * Deletes files that are no longer needed, and prints a line if a ledger that is worth keeping
   * has been removed or replaced.
   *
   * @param worthKeeping whether the ledger is worth keeping
   */
  void settle(boolean worthKeeping) throws IOException {
    OwnLedger.Fate fate = own.fate();
    if (worthKeeping) {
      if (fate == OwnLedger.Fate.REMOVED || fate == OwnLedger.Fate.REPLACED) {
        Console.line(
            own.description()
                + " while the process ran; this report is the only record of the run");
      }
    } else if (!keepsAll()) {
      // Deletes the file only if it is the ledger: another file at this path must not be deleted.
      if (fate == OwnLedger.Fate.THERE) {
        Files.deleteIfExists(files.ledger());
      }
      Files.deleteIfExists(files.marks());
      Files.deleteIfExists(files.heap());
      lock.close();
      Files.deleteIfExists(files.lock());
    }
    if (directory != null
        && !keepsAll()
        && Retention.mayPrune(directory, Retention.Limits.DEFAULT)) {
      Retention.prune(directory, Retention.Limits.DEFAULT, files, LedgerEnding::of);
    }
  }
}
