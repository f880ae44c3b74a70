package io.ttalloc.serve;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.JudgedLedger;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.bytes.ReadProgress;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ledgers.LedgerListing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Creates answers for which ledgers must be judged. The ledgers are judged anew for each request,
 * as in {@code tt-alloc dump}, but for at most two requests at a time. Thread-safe.
 */
final class JudgedReports {
  private static final int AT_A_TIME = 2;

  private final Semaphore permits = new Semaphore(AT_A_TIME);

  /** Writes an answer. */
  interface Writing {
    void write(List<Report> reports, OutputStream out) throws IOException;
  }

  /** Returns an answer with the default options. */
  HttpAnswer answer(List<ProcessView> processes, String contentType, Writing writing) {
    return answer(processes, AnalysisOptions.defaults(), contentType, writing);
  }

  /** Returns an answer that is written from the reports on these processes, or an error. */
  HttpAnswer answer(
      List<ProcessView> processes, AnalysisOptions options, String contentType, Writing writing) {
    if (!permits.tryAcquire()) {
      return HttpAnswer.text(503, "other reports are being created; retry later")
          .with("Retry-After", "1");
    }
    try {
      List<Report> made = new ArrayList<>();
      for (ProcessView process : processes) {
        Path ledger = process.ledger();
        if (LedgerListing.fitsInMemory(Files.size(ledger))) {
          made.add(JudgedLedger.read(ledger, options, ReadProgress.NONE).report());
        } else if (processes.size() == 1) {
          return HttpAnswer.text(
              507, ledger + " is too large to be judged here; use tt-alloc dump");
        }
      }
      // The content is complete before the first byte is sent, so that a failure can still produce
      // an error status.
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      writing.write(made, content);
      return HttpAnswer.of(200, contentType, content.toByteArray());
    } catch (IOException e) {
      return HttpAnswer.text(404, VisibleText.of("a ledger cannot be read: " + e.getMessage()));
    } finally {
      permits.release();
    }
  }
}
