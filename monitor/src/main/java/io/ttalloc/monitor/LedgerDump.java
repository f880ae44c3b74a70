package io.ttalloc.monitor;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * Turns a ledger into a report. Tests of the command line replace it.
 *
 * <p>Called on the main thread; prints nothing itself.
 */
interface LedgerDump {

  /**
   * Writes the report of one ledger.
   *
   * @param target which ledger
   * @param format how to write it
   * @param out gets the whole report; its contents are discarded if this throws
   * @throws CommandFailure if there is no such ledger or it cannot be read, with a message for the
   *     user
   * @throws IOException if {@code out} fails
   */
  void write(DumpTarget target, ReportFormat format, OutputStream out) throws IOException;

  /** Reads ledgers from the directories of this user. */
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
