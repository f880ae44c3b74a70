package io.ttalloc.watch.ledgers;

import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.ProcessEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A ledger that has been read only as far as needed to decide whether to list it.
 *
 * @param problem the reason why the ledger cannot be read, as a sentence; null if it can be read
 */
public record LedgerCandidate(
    Path ledger, long pid, ProcessState state, long startedMillis, @Nullable String problem)
    implements Comparable<LedgerCandidate> {

  private static final Comparator<LedgerCandidate> IN_ORDER =
      Comparator.comparing(LedgerCandidate::state)
          .thenComparing(LedgerCandidate::startedMillis, Comparator.reverseOrder())
          .thenComparing(LedgerCandidate::ledger);

  /** Reads the beginning of a ledger; returns null if the ledger was deleted. */
  static @Nullable LedgerCandidate of(LedgerFiles files) {
    Path ledger = files.ledger();
    long pid = files.pid().orElse(0);
    try {
      ProcessEntry process = LedgerReader.readProcess(ledger);
      return new LedgerCandidate(
          ledger, pid, ProcessState.of(process), process.startedAt().toEpochMilli(), null);
    } catch (IOException e) {
      String problem = String.valueOf(e.getMessage());
      return isGone(ledger)
          ? null
          : new LedgerCandidate(ledger, pid, ProcessState.UNREADABLE, 0, problem);
    }
  }

  /** Whether the ledger was deleted, for example by a process that ended without leaks. */
  public static boolean isGone(Path ledger) {
    return !Files.exists(ledger, LinkOption.NOFOLLOW_LINKS);
  }

  /** Sorts running processes first; in each state, those that started last come first. */
  @Override
  public int compareTo(LedgerCandidate other) {
    return IN_ORDER.compare(this, other);
  }
}
