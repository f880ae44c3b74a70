package io.ttalloc.watch.ledgers;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.JudgedLedger;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.files.FileOwner;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.text.Numbers;
import io.ttalloc.watch.progress.Progress;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The ledgers of some directories. If there are too many, those of running processes are chosen
 * first, and in each state those whose processes started last. Of the chosen ledgers, those with
 * the most leaks come first.
 *
 * @param rows the ledgers that are shown
 * @param omitted the number of further ledgers, by the state of their processes
 * @param ofOthers the number of ledgers that belong to other users and were not opened
 * @param unread the number of rows without content, because reading their ledgers would take too
 *     long or too much memory
 */
public record LedgerListing(
    List<LedgerRow> rows, Map<ProcessState, Long> omitted, long ofOthers, long unread) {

  /**
   * The default limit on the total size, in bytes, of the ledgers that are read completely. By
   * default, the agent keeps ledgers up to the same total size.
   */
  public static final long MAX_BYTES = 1L << 30;

  /**
   * Lists ledgers. Does not open ledgers of other users, and completely reads only those that are
   * shown. Omits ledgers that are deleted in the meantime.
   *
   * @param max the maximum number of rows
   * @param maxBytes the maximum total size of the ledgers that are read completely
   * @param problems receives a sentence about each directory that cannot be read; the other
   *     directories are listed
   * @param progress receives the number of ledgers that have been found and read so far
   * @throws IOException if it cannot be determined which ledgers belong to this user
   */
  public static LedgerListing of(
      List<Path> folders, int max, long maxBytes, Consumer<String> problems, Progress progress)
      throws IOException {
    long[] found = {0};
    LedgerSelection selection = new LedgerSelection(max, FileOwner.ofThisProcess()::owns);
    for (Path folder : folders) {
      try {
        LedgerFiles.forEach(
            folder,
            files -> {
              selection.add(files);
              progress.say(Numbers.counted(++found[0], "ledger") + " found");
            });
      } catch (IOException e) {
        problems.accept(unreadable(folder, e));
      }
    }
    return of(selection, maxBytes, progress);
  }

  /** Returns the sentence about a ledger directory that cannot be read. */
  public static String unreadable(Path folder, IOException why) {
    String reason = why instanceof AccessDeniedException ? "permission denied" : why.toString();
    return folder + " cannot be read: " + reason + "; expected a ledger folder that you can read";
  }

  /**
   * Whether a ledger of this size, in bytes, can be judged in this process. Judging takes less
   * memory than the ledger's size.
   */
  public static boolean fitsInMemory(long bytes) {
    return bytes <= Runtime.getRuntime().maxMemory() / 2;
  }

  static LedgerListing of(LedgerSelection selection, long maxBytes, Progress progress) {
    return new Reading(maxBytes, progress).of(selection);
  }

  /** Reads the chosen ledgers, one after the other. */
  private static final class Reading {
    private final List<LedgerRow> rows = new ArrayList<>();
    private final Progress progress;
    private long bytesLeft;
    private long unread;

    Reading(long maxBytes, Progress progress) {
      this.bytesLeft = maxBytes;
      this.progress = progress;
    }

    LedgerListing of(LedgerSelection selection) {
      List<LedgerCandidate> chosen = selection.inOrder();
      int number = 0;
      for (LedgerCandidate candidate : chosen) {
        progress.ledger(++number, chosen.size());
        LedgerRow row = row(candidate);
        if (row != null) {
          rows.add(row);
        }
      }
      rows.sort(LedgerRow.WORST_FIRST);
      return new LedgerListing(
          List.copyOf(rows), selection.omitted(), selection.ofOthers(), unread);
    }

    private @Nullable LedgerRow row(LedgerCandidate candidate) {
      Path ledger = candidate.ledger();
      if (candidate.problem() != null) {
        return LedgerRow.unreadable(ledger, candidate.pid(), candidate.problem());
      }
      try {
        return read(ledger);
      } catch (IOException e) {
        return LedgerCandidate.isGone(ledger)
            ? null
            : LedgerRow.unreadable(ledger, candidate.pid(), String.valueOf(e.getMessage()));
      }
    }

    private LedgerRow read(Path ledger) throws IOException {
      long bytes = Files.size(ledger);
      if (bytes > bytesLeft || !fitsInMemory(bytes)) {
        unread++;
        return row(ledger, LedgerReader.readProcess(ledger), null);
      }
      bytesLeft -= bytes;
      JudgedLedger judged = JudgedLedger.read(ledger, AnalysisOptions.defaults(), progress);
      Report report = judged.report();
      boolean known = report.leaks() > 0 || report.isJudged();
      LedgerRow.Content content =
          new LedgerRow.Content(
              report.totals().handles(),
              report.totals().use().bytes(),
              known ? (Long) report.leaks() : null);
      return row(ledger, judged.image().process(), content);
    }

    private static LedgerRow row(
        Path ledger, ProcessEntry process, LedgerRow.@Nullable Content content) {
      return new LedgerRow(
          ledger,
          process.pid(),
          ProcessState.of(process),
          process.startedAt(),
          age(process, content != null),
          process.command(),
          content,
          null);
    }

    /**
     * Returns the age; null if the process was killed and its ledger was not read up to its last
     * sign of life.
     */
    private static @Nullable Duration age(ProcessEntry process, boolean wasRead) {
      return process.ended() == ProcessEntry.Ended.KILLED && !wasRead
          ? null
          : Duration.ofNanos(process.ageNanos());
    }
  }
}
