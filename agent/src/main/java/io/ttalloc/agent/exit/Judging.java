package io.ttalloc.agent.exit;

import io.ttalloc.agent.exit.frames.EntryMethods;
import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ExitHeap;
import io.ttalloc.analysis.HeapNeed;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.OpenAtEnd;
import io.ttalloc.probe.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Searches the heap if a verdict may depend on it, ends the recording, reads the ledger and judges
 * it. The heap is searched while hooks still record. Otherwise, resources that running threads
 * close and drop during the search would look as if they had been dropped without a close.
 */
final class Judging {
  private final LedgerWriter ledger;
  private final Path file;
  private final HeapLook holders;
  private final EntryMethods methods;
  private final DumpProgress progress;
  private final HeapRoom room;

  private volatile @Nullable Report judged;

  /**
   * @param file the path at which the ledger was created
   */
  Judging(
      LedgerWriter ledger,
      Path file,
      HeapLook holders,
      EntryMethods methods,
      DumpProgress progress,
      HeapRoom room) {
    this.ledger = ledger;
    this.file = file;
    this.holders = holders;
    this.methods = methods;
    this.progress = progress;
    this.room = room;
  }

  /** The judgement; null if there is none yet. May be called by any thread. */
  @Nullable Report judged() {
    return judged;
  }

  /**
   * Ends the recording, and judges.
   *
   * @param bySignal whether a signal ends the process, so that there is no time to search the heap
   * @throws IOException if the ledger cannot be read
   */
  Report judge(AnalysisOptions options, boolean bySignal) throws IOException {
    ExitHeap found;
    try {
      found = lookedInto(options, bySignal);
    } finally {
      endRecording();
    }
    Report before = judged;
    Report report;
    try {
      report = Analysis.of(read(), found == null ? options : found.addedTo(options));
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      if (found == null && before == null) {
        throw e;
      }
      LastRecords.printTrouble("the report does not include the results of the heap search", e);
      report = before == null ? Analysis.of(read(), options) : before;
    }
    judged = report;
    return report;
  }

  private @Nullable ExitHeap lookedInto(AnalysisOptions options, boolean bySignal)
      throws IOException {
    OpenAtEnd open = ledger.openAtEnd();
    if (!holders.isNeeded(open, ledger.hasHolders(), bySignal)) {
      return null;
    }
    ledger.ending();
    if (!room.hasForReading(ledger)) {
      return null; // Reading the ledger later needs as much room, and reports the lack of it.
    }
    if (holders.mayFail(open)) {
      // If the search or what follows fails, this judgement applies.
      judged = Analysis.of(read(), options);
    }
    ExitHeap found = holders.lookedInto(ledger, progress);
    if (found != null) {
      leave(found);
    }
    return found;
  }

  /**
   * Writes what was found in the heap to a file beside the ledger. This happens before the ledger
   * says that the process has ended: from then on, readers judge the ledger together with this
   * file.
   */
  private void leave(ExitHeap found) {
    try {
      if (Files.exists(file)) {
        found.writeTo(LedgerFiles.beside(file).heap());
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      LastRecords.printTrouble(
          "later reports on this ledger will not include the results of the heap search", e);
    }
  }

  /** Ends the recording, even if there is nothing to judge. */
  void endRecording() {
    Probe.stop();
    if (!HooksAtWork.haveEnded()) {
      ledger.gap(Gap.HOOKS_AT_WORK);
    }
    ledger.ended();
  }

  private LedgerImage read() throws IOException {
    progress.begin("reading the ledger");
    room.require(HeapNeed.ofReading(ledger.content()), "reading the ledger");
    LedgerImage image = LedgerReader.readOwn(ledger.content(), file);
    methods.addTo(image);
    progress.begin("judging");
    room.require(HeapNeed.ofJudging(image), "judging the ledger");
    return image;
  }
}
