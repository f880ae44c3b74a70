package io.ttalloc.analysis.facts;

import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.SourceNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Threads with the same task that were still running when the process ended. A task is an
 * application method that a thread runs directly, without an executor; only the application can end
 * such threads. The code that created the threads is not recorded.
 */
public record ThreadKind(String task, long count) {
  /**
   * The minimum number of threads to report. A program may well run a few threads for its whole
   * life.
   */
  private static final int MANY = 10;

  /** The kinds with many threads, the most frequent first. */
  static List<ThreadKind> of(List<ThreadRecord> threads, CallSites sites) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (ThreadRecord thread : threads) {
      Frame task = task(thread.stack());
      if (task != null
          && !JavaNames.isPlatform(task.className())
          && !sites.isLibrary(task.className())) {
        counts.merge(JavaNames.call(task), 1L, Long::sum);
      }
    }
    List<ThreadKind> kinds = new ArrayList<>();
    counts.forEach(
        (task, count) -> {
          if (count >= MANY) {
            kinds.add(new ThreadKind(task, count));
          }
        });
    kinds.sort(Comparator.comparingLong(ThreadKind::count).reversed());
    return List.copyOf(kinds);
  }

  /** The outermost frame, ignoring the frames by which threads and lambdas call the task. */
  private static @Nullable Frame task(List<Frame> stack) {
    for (int i = stack.size() - 1; i >= 0; i--) {
      String className = stack.get(i).className();
      if (!className.equals("java.lang.Thread") && !SourceNames.isLambda(className)) {
        return stack.get(i);
      }
    }
    return null;
  }
}
