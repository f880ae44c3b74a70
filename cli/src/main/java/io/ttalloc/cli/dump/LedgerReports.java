package io.ttalloc.cli.dump;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.JudgedLedger;
import io.ttalloc.analysis.decision.ReportFile;
import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.holders.NoHeapException;
import io.ttalloc.ledger.bytes.ReadProgress;
import io.ttalloc.ledger.bytes.UnreadableLedgerException;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the ledger of another process and judges it. */
public final class LedgerReports {
  private LedgerReports() {}

  /**
   * Returns the report of one ledger.
   *
   * @throws CommandFailure if the ledger cannot be read; the message is for the user
   */
  public static Report read(Path ledger, AnalysisOptions options, ReadProgress progress) {
    return judge(ledger, options, progress).report();
  }

  /**
   * Returns one ledger with its report.
   *
   * @throws CommandFailure if the ledger cannot be read; the message is for the user
   */
  static JudgedLedger judge(Path ledger, AnalysisOptions options, ReadProgress progress) {
    return reading(ledger, () -> JudgedLedger.read(ledger, options, progress));
  }

  static LedgerImage open(Path ledger) throws IOException {
    return LedgerReader.read(ledger, Liveness.PROBE);
  }

  /** Converts exceptions to messages for the user. */
  static JudgedLedger reading(Path ledger, HolderReports.Reading reading) {
    try {
      return reading.get();
    } catch (NoHeapException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    } catch (UnreadableLedgerException e) {
      if (beginsLikeJson(ledger) && ReportFile.read(ledger) instanceof ReportFile.Read) {
        throw new CommandFailure(
            ledger
                + " is a JSON report, expected a ledger; "
                + LauncherCommand.ofThisProcess()
                + " diff also reads reports",
            e);
      }
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new CommandFailure("%s cannot be read: %s".formatted(ledger, e), e);
    }
  }

  /** Whether the file may be a JSON report; ledgers start with other bytes. */
  public static boolean beginsLikeJson(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      int first = in.read();
      while (first == ' ' || first == '\n' || first == '\r' || first == '\t') {
        first = in.read();
      }
      return first == '{';
    } catch (IOException e) {
      return false; // the ledger reader reports the error
    }
  }
}
