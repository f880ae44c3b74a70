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

/** Reports that show what keeps resources reachable. */
final class HolderReports {
  private HolderReports() {}

  /**
   * The report of a running process, which is asked for its heap.
   *
   * <p>The ledger is read twice: before the dump is taken, for the resources that the dump can
   * know, and after it was read, for those still open, since Cleaners may have closed what was
   * collected before the dump.
   *
   * @throws CommandFailure it does not run or cannot be asked
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
                "process %d has ended meanwhile, and %s is gone: it had nothing to report"
                    .formatted(before.process().pid(), ledger));
          }
          return JudgedLedger.of(LedgerReports.open(ledger), options.holding(heap, time));
        });
  }

  /**
   * The report of a ledger and a heap dump that the user has.
   *
   * @throws CommandFailure the dump cannot be read or is not of the same process and time
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

  /** Something that needs a ledger and may need a heap. */
  interface Reading {
    JudgedLedger get() throws IOException, NoHeapException;
  }
}
