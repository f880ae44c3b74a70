package io.ttalloc.serve.notify;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Determines which findings of one process became leaks, and which are no longer leaks. Not
 * thread-safe.
 *
 * <p>A report that is read while the process is running may show an incomplete change, such as a
 * resource that is open but not in its cache yet. So while a process is running, a change counts
 * only when two consecutive reports show it. The final report on a process is read when nothing
 * changes any more, so its changes count immediately.
 *
 * @param <F> the facts about a leak
 */
final class LeakChanges<F> {
  /**
   * A finding that became a leak or is no longer one.
   *
   * @param facts the facts about the leak; if the leak has ended, the facts from the last report
   *     that contained it
   */
  record Change<T>(String fingerprint, T facts, boolean ended) {}

  /** A finding that was a leak in a recent report. */
  private static final class Leak<T> {
    private T facts;

    /** Whether the finding was reported as a leak. */
    private boolean reported;

    /** Whether the previous report showed a change that does not count yet. */
    private boolean seenOnce;

    private Leak(T facts) {
      this.facts = facts;
    }
  }

  private final Map<String, Leak<F>> leaks = new LinkedHashMap<>();

  /**
   * Returns the changes since the previous report. No report may be skipped or repeated.
   *
   * @param now the leaks in a report, by their fingerprints
   * @param complete whether a finding that is not in {@code now} is certainly not a leak
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

  /** Returns the leaks that were reported and have not ended. */
  List<F> reported() {
    return leaks.values().stream().filter(leak -> leak.reported).map(leak -> leak.facts).toList();
  }
}
