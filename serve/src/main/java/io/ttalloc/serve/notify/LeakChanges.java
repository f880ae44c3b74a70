package io.ttalloc.serve.notify;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Determines which findings of one process have become leaks, and which of those have since stopped
 * being leaks. Not thread-safe.
 *
 * <p>A report on a running process may catch a change halfway: a resource that is open but not yet
 * in its cache. While a process runs, a change therefore counts only once two consecutive reports
 * show it. The last report is made after the process has ended, when nothing can change any more,
 * and counts at once.
 *
 * @param <F> what is known about a leak
 */
final class LeakChanges<F> {
  /**
   * A finding became a leak, or that ended.
   *
   * @param facts of its last report if it has ended
   */
  record Change<T>(String fingerprint, T facts, boolean ended) {}

  /** The messages sent so far about one finding. */
  private static final class Leak<T> {
    private T facts;

    /** Whether this was reported as a leak. */
    private boolean reported;

    /**
     * Whether the report before shows a change that is not reported yet: that it is a leak, or
     * none.
     */
    private boolean seenOnce;

    private Leak(T facts) {
      this.facts = facts;
    }
  }

  private final Map<String, Leak<F>> leaks = new LinkedHashMap<>();

  /**
   * The changes since the report before. No report may be skipped or repeated.
   *
   * @param now the leaks of a report by their fingerprints
   * @param complete whether a finding that is not among these is no leak
   * @param isFinal whether the process had ended when the report was read
   */
  List<Change<F>> next(Map<String, F> now, boolean complete, boolean isFinal) {
    List<Change<F>> changes = new ArrayList<>();
    now.forEach(
        (fingerprint, facts) -> {
          Leak<F> leak = leaks.computeIfAbsent(fingerprint, k -> new Leak<>(facts));
          leak.facts = facts;
          if (leak.reported) {
            leak.seenOnce = false;
          } else if (leak.seenOnce || isFinal) {
            leak.reported = true;
            leak.seenOnce = false;
            changes.add(new Change<>(fingerprint, facts, false));
          } else {
            leak.seenOnce = true;
          }
        });
    Iterator<Map.Entry<String, Leak<F>>> all = leaks.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<String, Leak<F>> each = all.next();
      Leak<F> leak = each.getValue();
      if (now.containsKey(each.getKey()) || (leak.reported && !complete)) {
        continue;
      }
      if (leak.reported && !leak.seenOnce && !isFinal) {
        leak.seenOnce = true;
        continue;
      }
      if (leak.reported) {
        changes.add(new Change<>(each.getKey(), leak.facts, true));
      }
      all.remove();
    }
    return changes;
  }

  /** The leaks that were reported and have not ended. */
  List<F> reported() {
    return leaks.values().stream().filter(leak -> leak.reported).map(leak -> leak.facts).toList();
  }
}
