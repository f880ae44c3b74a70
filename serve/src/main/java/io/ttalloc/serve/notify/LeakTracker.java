package io.ttalloc.serve.notify;

import io.ttalloc.text.CutText;
import io.ttalloc.text.ProgramName;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import io.ttalloc.watch.ledgers.ProcessState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Determines which findings became leaks, and which are no longer leaks. Not thread-safe. */
final class LeakTracker {
  private record ProcessKey(long pid, Instant startedAt) {}

  /** A process and its reported leaks. */
  private static final class Tracked {
    private ProcessView view;
    private @Nullable ReportDigest seen;
    private final LeakChanges<LeakFacts> leaks = new LeakChanges<>();

    private Tracked(ProcessView view) {
      this.view = view;
    }
  }

  private final Supplier<String> ids;
  private final Map<ProcessKey, Tracked> processes = new HashMap<>();
  private final List<LeakEvent> events = new ArrayList<>();

  /**
   * Creates a tracker that has not seen any state yet.
   *
   * @param ids returns a new id on each call
   */
  LeakTracker(Supplier<String> ids) {
    this.ids = ids;
  }

  /** Returns the events since the previous state. No state may be skipped. */
  List<LeakEvent> next(MachineState state) {
    events.clear();
    Set<ProcessKey> there = new HashSet<>();
    for (ProcessView view : state.processes()) {
      ProcessKey key = new ProcessKey(view.pid(), view.pulse().process().startedAt());
      boolean gone = view.deleted() && view.state() != ProcessState.RUNNING;
      // A second ledger with the same key is a copy: it belongs to the same process.
      if (!gone && there.add(key)) {
        Tracked tracked = processes.computeIfAbsent(key, k -> new Tracked(view));
        tracked.view = view;
        ReportDigest digest = view.digest();
        if (digest != null && !isSeen(tracked, digest)) {
          tracked.seen = digest;
          judged(tracked, digest);
        }
      }
    }
    Iterator<Map.Entry<ProcessKey, Tracked>> all = processes.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<ProcessKey, Tracked> process = all.next();
      if (!there.contains(process.getKey())) {
        gone(process.getValue(), state.at());
        all.remove();
      }
    }
    return List.copyOf(events);
  }

  @SuppressWarnings("ReferenceEquality") // each report is a different object, whatever its content
  private static boolean isSeen(Tracked process, ReportDigest digest) {
    return digest == process.seen;
  }

  private void judged(Tracked process, ReportDigest digest) {
    Map<String, LeakFacts> now = LeakFacts.of(digest);
    for (LeakChanges.Change<LeakFacts> change :
        process.leaks.next(now, isComplete(digest, now), digest.reading().isFinal())) {
      LeakEvent.End end = change.ended() ? end(digest, change.fingerprint()) : null;
      events.add(event(process, digest.reading().at(), change.facts(), end));
    }
  }

  /** Whether all leaks are listed; if so, a finding that is not listed is not a leak. */
  private static boolean isComplete(ReportDigest digest, Map<String, LeakFacts> leaks) {
    long listed = digest.sites().stream().filter(site -> site.entry().group().leak()).count();
    Long all = digest.sums().leaks();
    return leaks.size() < LeakFacts.MAX_LEAKS && (all == null || listed >= all);
  }

  private static LeakEvent.End end(ReportDigest digest, String fingerprint) {
    boolean listed =
        digest.sites().stream()
            .flatMap(site -> site.entry().findings().stream())
            .anyMatch(finding -> finding.fingerprint().equals(fingerprint));
    return listed || digest.omittedSites() > 0 ? LeakEvent.End.NOT_A_LEAK : LeakEvent.End.CLOSED;
  }

  private void gone(Tracked process, Instant at) {
    for (LeakFacts leak : process.leaks.reported()) {
      events.add(event(process, at, leak, LeakEvent.End.PROCESS_GONE));
    }
  }

  private LeakEvent event(
      Tracked process, Instant at, LeakFacts facts, LeakEvent.@Nullable End end) {
    ProcessView view = process.view;
    return new LeakEvent(
        ids.get(),
        at,
        view.pid(),
        view.pulse().process().startedAt(),
        CutText.of(ProgramName.of(view.pulse().process().command())),
        view.state(),
        facts,
        end);
  }
}
