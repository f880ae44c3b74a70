package io.ttalloc.serve;

import io.ttalloc.analysis.decision.RecordedReport;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stores reports for comparison with later reports. If there are too many reports or findings, the
 * oldest reports are dropped. Thread-safe.
 */
final class KeptSnapshots {
  private final ArrayDeque<Snapshot> snapshots = new ArrayDeque<>();
  private final int maxSnapshots;
  private final long maxFindings;

  KeptSnapshots(int maxSnapshots, long maxFindings) {
    this.maxSnapshots = maxSnapshots;
    this.maxFindings = maxFindings;
  }

  /**
   * A stored report.
   *
   * @param id unique, even across runs of the monitor
   */
  record Snapshot(String id, Path ledger, Instant at, RecordedReport report) {
    private int findings() {
      return report.byFingerprint().size();
    }
  }

  /**
   * Stores a report, unless this report alone has too many findings, and returns it as a snapshot.
   */
  synchronized Snapshot keep(Path ledger, Instant at, RecordedReport report) {
    Snapshot snapshot = new Snapshot(UUID.randomUUID().toString(), ledger, at, report);
    snapshots.add(snapshot);
    long findings = snapshots.stream().mapToLong(Snapshot::findings).sum();
    while (snapshots.size() > maxSnapshots || findings > maxFindings) {
      findings -= snapshots.remove().findings();
    }
    return snapshot;
  }

  /** Returns a process's snapshot by its id; null if there is none or it was dropped. */
  synchronized @Nullable Snapshot get(Path ledger, String id) {
    for (Snapshot snapshot : snapshots) {
      if (snapshot.id.equals(id) && snapshot.ledger.equals(ledger)) {
        return snapshot;
      }
    }
    return null;
  }
}
