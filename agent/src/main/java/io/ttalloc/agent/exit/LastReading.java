package io.ttalloc.agent.exit;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ExitHeap;
import io.ttalloc.analysis.HeapNeed;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.probe.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads the ledger at exit and judges it. The heap is looked into while hooks still record: threads
 * run on, and what they close and drop meanwhile would look like what was dropped and never closed.
 */
final class LastReading {
  private final LedgerWriter ledger;
  private final Path file;
  private final HolderSearch holders;
  private final DumpProgress progress;
  private final HeapRoom room = HeapRoom.ofThisJvm();

  private volatile @Nullable Report judged;

  /**
   * @param file where the ledger was created
   */
  LastReading(LedgerWriter ledger, Path file, HolderSearch holders, DumpProgress progress) {
    this.ledger = ledger;
    this.file = file;
    this.holders = holders;
    this.progress = progress;
  }

  /** The judgement that applies; null if there is none yet. May be asked by any thread. */
  @Nullable Report judged() {
    return judged;
  }

  /**
   * Ends the recording, and judges.
   *
   * @throws IOException the ledger could not be read
   */
  Report judge(AnalysisOptions options) throws IOException {
    AnalysisOptions withHolders = withHolders(options);
    Report before = judged;
    try {
      Report report = Analysis.of(read(), withHolders);
      judged = report;
      return report;
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      if (before == null) {
        throw e;
      }
      LastRecords.tellTrouble("the report is without what the heap tells", e);
      return before;
    }
  }

  /** Also ends the recording. */
  private AnalysisOptions withHolders(AnalysisOptions options) throws IOException {
    try {
      if (!holders.mayLook(ledger.code().hasHolders()) || !ledger.isAnyOpen()) {
        return options;
      }
      ledger.ending();
      LedgerImage before = read();
      Report report = Analysis.of(before, options);
      // If the look into the heap takes too long, this judgement applies.
      judged = report;
      room.require(HeapNeed.ofJudging(before), "looking into the heap");
      ExitHeap found = holders.lookedInto(report, before, progress);
      if (found == null) {
        return options;
      }
      leave(found);
      return found.addedTo(options);
    } catch (NoHeapRoomException e) {
      if (judged == null) {
        throw e;
      }
      // The next judgement needs as much, and tells.
      return options;
    } finally {
      endRecording();
    }
  }

  /** Before the ledger says that the process has ended: from then on it is judged with the heap. */
  private void leave(ExitHeap found) {
    try {
      if (Files.exists(file)) {
        found.writeTo(LedgerFiles.beside(file).heap());
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      LastRecords.tellTrouble("who reads the ledger later judges without the heap", e);
    }
  }

  /** Also where there is nothing to judge by. */
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
    progress.begin("judging");
    room.require(HeapNeed.ofJudging(image), "judging");
    return image;
  }
}
