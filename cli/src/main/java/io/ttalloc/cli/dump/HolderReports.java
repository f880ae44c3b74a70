package io.ttalloc.cli.dump;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.JudgedLedger;
import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.holders.DumpOrigin;
import io.ttalloc.cli.holders.HeapDumpFile;
import io.ttalloc.cli.holders.NoHeapException;
import io.ttalloc.cli.holders.RunningHeap;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Creates reports that show what keeps resources reachable. */
final class HolderReports {
  private HolderReports() {}

  /**
   * Creates a report on a running process, using a heap dump that is requested from the process.
   *
   * <p>The ledger is read twice: before the heap is dumped, to find the resources that the dump can
   * contain, and after the dump has been read, to find those that are still open. Objects may be
   * collected before the dump and their resources then closed by Cleaners.
   *
   * @throws CommandFailure if the process is not running or cannot receive requests
   */
  static JudgedLedger ofRunning(Path ledger, AnalysisOptions options, PrintWriter notes) {
    return LedgerReports.reading(
        ledger,
        () -> {
          LedgerImage before = LedgerReports.open(ledger);
          DumpTime time = DumpTime.after(before);
          HeapReport heap = RunningHeap.attaching(notes).ask(before.process(), ledger);
          if (!Files.exists(ledger)) {
            throw new CommandFailure(
                "process %d ended while its heap was being examined, and deleted %s because it had nothing to report"
                    .formatted(before.process().pid(), ledger));
          }
          return JudgedLedger.of(LedgerReports.open(ledger), options.holding(heap, time));
        });
  }

  /**
   * Creates a report on a ledger, using a heap dump that the user provides.
   *
   * @throws CommandFailure if the dump cannot be read, or is from another process or time
   */
  static JudgedLedger withDump(Path ledger, Path dump, AnalysisOptions options, PrintWriter notes) {
    return LedgerReports.reading(
        ledger,
        () -> {
          LedgerImage first = LedgerReports.open(ledger);
          HeapReport heap = HeapDumpFile.reader(notes).read(dump);
          DumpOrigin.check(dump.toString(), heap, first);
          LedgerImage image = LedgerReports.open(ledger);
          DumpTime time = DumpTime.at(image.process(), heap.takenMillis());
          return JudgedLedger.of(image, options.holding(heap, time));
        });
  }

  /** An operation that reads a ledger and may need a heap dump. */
  interface Reading {
    JudgedLedger get() throws IOException, NoHeapException;
  }
}
