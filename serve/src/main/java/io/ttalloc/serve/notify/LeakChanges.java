package io.ttalloc.serve.notify;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds out which findings of one process became leaks, and which of these are none any more. Not
 * thread-safe.
 *
 * <p>A report that is read while a process runs may see half of a change: a resource that is open
 * and not yet in its cache. So of a process that runs, a change counts when two reports in a row
 * say so. The report on the end of a process is read when nothing changes any more, and counts at
 * once.
 *
 * @param <F> what is to be told of a leak
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

    /** Whether it was told that this is a leak. */
    private boolean told;

    /** Whether the report before says what was not told yet: that it is a leak, or none. */
    private boolean saidOnce;

    private Leak(T facts) {
      this.facts = facts;
    }
  }

  private final Map<String, Leak<F>> leaks = new LinkedHashMap<>();

  /**
   * What is new since the report before. No report may be left out, and none be given twice.
   *
   * @param now the leaks of a report by their fingerprints
   * @param complete whether what is not among these is no leak
   * @param isFinal whether the process had ended when the report was read
   */
  List<Change<F>> next(Map<String, F> now, boolean complete, boolean isFinal) {
    List<Change<F>> changes = new ArrayList<>();
    now.forEach(
        (fingerprint, facts) -> {
          Leak<F> leak = leaks.computeIfAbsent(fingerprint, k -> new Leak<>(facts));
          leak.facts = facts;
          if (leak.told) {
            leak.saidOnce = false;
          } else if (leak.saidOnce || isFinal) {
            leak.told = true;
            leak.saidOnce = false;
            changes.add(new Change<>(fingerprint, facts, false));
          } else {
            leak.saidOnce = true;
          }
        });
    Iterator<Map.Entry<String, Leak<F>>> all = leaks.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<String, Leak<F>> each = all.next();
      Leak<F> leak = each.getValue();
      if (now.containsKey(each.getKey()) || (leak.told && !complete)) {
        continue;
      }
      if (leak.told && !leak.saidOnce && !isFinal) {
        leak.saidOnce = true;
        continue;
      }
      if (leak.told) {
        changes.add(new Change<>(each.getKey(), leak.facts, true));
      }
      all.remove();
    }
    return changes;
  }

  /** The leaks that were told and have not ended. */
  List<F> told() {
    List<F> told = new ArrayList<>();
    for (Leak<F> leak : leaks.values()) {
      if (leak.told) {
        told.add(leak.facts);
      }
    }
    return told;
  }
}
