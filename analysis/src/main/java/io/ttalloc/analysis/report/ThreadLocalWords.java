package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.ThreadLocalValues;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.heap.report.PooledValue;
import io.ttalloc.heap.report.SourceNames;
import java.util.ArrayList;
import java.util.List;

/** Words what is said of thread-local values that stay in threads of pools. */
public final class ThreadLocalWords {
  private ThreadLocalWords() {}

  /** Why they are listed and not counted. */
  public static String reservation() {
    return "not counted as leaks: the heap does not tell a cache for each thread from what was"
        + " forgotten";
  }

  /** What they are, and when that was so. */
  public static String title(ThreadLocalValues values) {
    return "thread locals that stay in waiting threads of pools"
        + (values.earlierNanos() == 0
            ? ""
            : " when the heap was dumped, " + Numbers.duration(values.earlierNanos()) + " earlier");
  }

  /** Both in a sentence. */
  public static String lead(ThreadLocalValues values) {
    String title = title(values);
    return "T" + title.substring(1) + "; " + reservation() + ".";
  }

  /** What would end it. */
  public static String fix() {
    return "remove() in a finally block where it was set";
  }

  /** {@code com.acme.Request.CURRENT}. */
  public static String variable(PooledValue value) {
    if (value.isCollected()) {
      return "(its variable was collected)";
    }
    return value.field().isEmpty()
        ? SourceNames.of(value.variableClass()) + " in no static field"
        : SourceNames.qualifier(value.variableClass()) + "." + value.field();
  }

  /** {@code 8 x com.acme.User}. */
  public static String values(PooledValue value) {
    return Numbers.grouped(value.values()) + " x " + SourceNames.of(value.valueClass());
  }

  /** {@code 8 threads: pool-1-thread-*}. */
  public static String threads(PooledValue value) {
    return Numbers.counted(value.threads(), "thread")
        + ": "
        + String.join(", ", value.threadNames());
  }

  /** What is in none of the rows that are shown; empty if nothing is. */
  public static String more(ThreadLocalValues values, int shown) {
    List<String> more = new ArrayList<>();
    if (shown < values.rows().size()) {
      more.add("and " + Numbers.grouped(values.rows().size() - shown) + " more");
    }
    if (values.unlisted() > 0) {
      String others = Numbers.counted(values.unlisted(), "value") + " of other variables";
      more.add("and " + others);
    }
    return String.join(", ", more);
  }
}
