package io.ttalloc.cli.dump;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.JudgedLedger;
import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.DumpTarget;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.watch.progress.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * Turns a ledger, or all ledgers of some directories, into a report. Tests of the command line use
 * another implementation.
 *
 * <p>Called on the main thread.
 */
public interface LedgerDump {

  /**
   * A user's request.
   *
   * @param target the ledger, or the directories of ledgers
   * @param heap the heap dump that shows what keeps resources reachable
   * @param format the output format
   * @param options how to judge the ledger
   */
  record Request(DumpTarget target, HeapSource heap, DumpFormat format, AnalysisOptions options) {}

  /**
   * Writes the report on the target of a request and returns the judgement.
   *
   * @param notes receives notes about the cost of a heap dump and about what is missing from the
   *     report
   * @param out receives the whole report if it is a single file; its contents are discarded if this
   *     method throws
   * @throws CommandFailure if the ledger or the heap dump does not exist or cannot be read; the
   *     message is for the user
   * @throws IOException if writing to {@code out} fails
   */
  Judgement write(Request request, PrintWriter notes, OutputStream out) throws IOException;

  /** Creates an instance that reads ledgers from the directories of this user. */
  static LedgerDump ofLedgers(LedgerLookup ledgers) {
    return (request, notes, out) -> {
      if (request.target() instanceof DumpTarget.OfFolders several) {
        return ofFolders(several.folders(), request, notes, out);
      }
      Path ledger = ledgers.find(request.target());
      AnalysisOptions options = request.options().typed(LauncherCommand.ofThisProcess());
      boolean byProcessId = request.target() instanceof DumpTarget.OfProcess;
      AnalysisOptions findable = byProcessId ? options : options.at(ledger.toString());
      HeapSource heap = request.heap();
      JudgedLedger judged;
      if (heap instanceof HeapSource.Asked) {
        judged = HolderReports.ofRunning(ledger, findable, notes);
      } else if (heap instanceof HeapSource.OfFile file) {
        judged = HolderReports.withDump(ledger, file.dump(), findable, notes);
      } else {
        return ofLedgerAlone(ledger, findable, request.format(), notes, out);
      }
      request.format().write(judged.report(), judged.image(), notes, out);
      return Judgement.of(judged.report());
    };
  }

  /** Writes one report on all JVMs whose ledgers are in these directories. */
  private static Judgement ofFolders(
      List<Path> folders, Request request, PrintWriter notes, OutputStream out) throws IOException {
    if (!(request.format() instanceof DumpFormat.OfFile file)
        || !(request.heap() instanceof HeapSource.None)) {
      throw new CommandFailure(
          folders.get(0)
              + " is a folder, expected a ledger: --format ttnn, --holders and --heap require a"
              + " single one");
    }
    AnalysisOptions options = request.options().typed(LauncherCommand.ofThisProcess());
    Verification all = Verification.of(folders, options);
    file.format().write(all.report(), out);
    for (Verification.Lost lost : all.lost()) {
      notes.println("tt-alloc: " + lost.name() + " " + lost.why());
    }
    return all.judgement();
  }

  private static Judgement ofLedgerAlone(
      Path ledger, AnalysisOptions options, DumpFormat format, PrintWriter notes, OutputStream out)
      throws IOException {
    StringWriter later = new StringWriter();
    try (Progress progress = Progress.onTerminal()) {
      JudgedLedger judged = LedgerReports.judge(ledger, options, progress);
      progress.say("writing the report");
      format.write(judged.report(), judged.image(), new PrintWriter(later, true), out);
      return Judgement.of(judged.report());
    } finally {
      // Print only after the progress line has been cleared.
      notes.print(later);
      notes.flush();
    }
  }
}
