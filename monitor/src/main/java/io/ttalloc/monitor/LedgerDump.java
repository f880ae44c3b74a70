package io.ttalloc.monitor;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * What turns a ledger into a report: the one place where the command line meets the code that reads
 * ledgers.
 *
 * <p>Called on the main thread; prints nothing itself.
 */
interface LedgerDump {

  /**
   * Writes the report of one ledger.
   *
   * @param target which ledger
   * @param format how to write it
   * @param out where to; has the whole report when this returns, and is thrown away if this throws
   * @throws CommandFailure if there is no such ledger or it cannot be read, worded for the person
   *     who asked
   * @throws IOException if {@code out} fails
   */
  void write(DumpTarget target, ReportFormat format, OutputStream out) throws IOException;

  /** Reads the ledger in the directories where ledgers of this user lie. */
  static LedgerDump ofLedgers(LedgerLookup ledgers) {
    return (target, format, out) -> {
      Path ledger = ledgers.find(target);
      AnalysisOptions options = AnalysisOptions.defaults();
      boolean byProcessId = target instanceof DumpTarget.OfProcess;
      Report report =
          LedgerReports.read(ledger, byProcessId ? options : options.at(ledger.toString()));
      format.write(report, out);
    };
  }
}
