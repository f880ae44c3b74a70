package io.ttalloc.watch.ledgers;

import io.ttalloc.ledger.files.LedgerFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Chooses the ledgers that come first in a list, without keeping the others in memory. */
public final class LedgerSelection {
  /** Whether a file belongs to this user. */
  public interface Ownership {
    boolean owns(Path file) throws IOException;
  }

  private final int max;
  private final Ownership user;
  private final PriorityQueue<LedgerCandidate> chosen =
      new PriorityQueue<>(Collections.reverseOrder());
  private final Map<ProcessState, Long> omitted = new EnumMap<>(ProcessState.class);
  private long ofOthers;

  public LedgerSelection(int max, Ownership user) {
    this.max = max;
    this.user = user;
  }

  public void add(LedgerFiles files) {
    try {
      if (!user.owns(files.ledger())) {
        ofOthers++;
        return;
      }
    } catch (IOException gone) {
      return;
    }
    LedgerCandidate candidate = LedgerCandidate.of(files);
    if (candidate == null) {
      return;
    }
    chosen.add(candidate);
    if (chosen.size() > max) {
      omitted.merge(chosen.remove().state(), 1L, Long::sum);
    }
  }

  public List<LedgerCandidate> inOrder() {
    return chosen.stream().sorted().toList();
  }

  /** The number of ledgers that were not chosen, by the state of their processes. */
  public Map<ProcessState, Long> omitted() {
    return Map.copyOf(omitted);
  }

  /** The number of ledgers that belong to other users. */
  public long ofOthers() {
    return ofOthers;
  }
}
