package io.ttalloc.viewer.history;

import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.Mark;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a ledger: one for each call in the user's own code in each cycle between marks,
 * one for each mark, and one for the end. Not thread-safe.
 *
 * <p>A call that is made a thousand times in a cycle is one operation, because the ledger keeps
 * counters of calls and not the calls themselves. The duration of an operation is the time from its
 * first to its last opening.
 */
public final class OperationTimeline {
  /** A call in the user's own code: the called method, and the position of the call. */
  private record Call(String name, String at) {
    static Call of(Opening opening) {
      Frame yours = opening.yours();
      return new Call(nameOf(opening), yours == null ? "" : JavaNames.fullFrame(yours));
    }

    /**
     * The method that the user's own code called, whatever it opened; the title of the opening if
     * the method was a constructor.
     */
    private static String nameOf(Opening opening) {
      int callee = opening.yourFrame() - 1;
      if (callee < 0 || opening.frames().get(callee).method().equals("<init>")) {
        return opening.title();
      }
      return JavaNames.call(opening.frames().get(callee));
    }
  }

  private final LedgerImage image;
  private final CallSites sites;
  private final long[] marks;
  private final Map<Integer, Opening> openings = new HashMap<>();
  private final Map<Integer, Integer> callOf = new HashMap<>();
  private final Map<Call, Integer> calls = new HashMap<>();
  private final Map<Long, ViewerOperation> operations = new HashMap<>();

  OperationTimeline(LedgerImage image) {
    this.image = image;
    sites = CallSites.of(image);
    marks = image.marks().stream().mapToLong(Mark::atNanos).sorted().toArray();
  }

  /** Counts an opening and returns its operation. */
  ViewerOperation opened(TallyEntry tally, long nanos) {
    ViewerOperation operation = operationOf(tally, nanos);
    operation.opened(tally, nanos);
    return operation;
  }

  /** The operation to which an opening belongs. */
  ViewerOperation operationOf(TallyEntry tally, long nanos) {
    int cycle = cycleOf(nanos);
    Long key = key(cycle, call(tally));
    ViewerOperation operation = operations.get(key);
    if (operation == null) {
      operation =
          ViewerOperation.call(
              Call.nameOf(opening(tally)), opening(tally), cycleName(cycle), nanos);
      operations.put(key, operation);
    }
    return operation;
  }

  /** Interprets the stack of a tally. */
  Opening opening(TallyEntry tally) {
    return openings.computeIfAbsent(tally.id(), id -> sites.read(tally.type(), tally.stack()));
  }

  private int call(TallyEntry tally) {
    return callOf.computeIfAbsent(
        tally.id(),
        id -> {
          int next = calls.size();
          Integer known = calls.putIfAbsent(Call.of(opening(tally)), next);
          return known == null ? next : known;
        });
  }

  /**
   * The operation in which the given call opened a resource at the given time; null if there is
   * none.
   */
  @Nullable ViewerOperation find(Opening opening, long nanos) {
    Integer call = calls.get(Call.of(opening));
    return call == null ? null : operations.get(key(cycleOf(nanos), call));
  }

  /**
   * Combines both numbers into a key. The key is not a record, because a record's hash method is
   * linked at run time, which would be slow for a million openings.
   */
  private static long key(int cycle, int call) {
    return (long) cycle << Integer.SIZE | call;
  }

  private int cycleOf(long nanos) {
    int found = Arrays.binarySearch(marks, nanos);
    return found >= 0 ? found : -found - 1;
  }

  private @Nullable String cycleName(int cycle) {
    List<Mark> named = image.marks();
    if (named.isEmpty()) {
      return null;
    }
    return cycle < named.size()
        ? "before mark " + named.get(cycle).name()
        : "after mark " + named.get(named.size() - 1).name();
  }

  /** All operations, ordered by end time; the last one is the end of the ledger. */
  List<ViewerOperation> inOrder(long endNanos) {
    List<ViewerOperation> ordered = new ArrayList<>(operations.values());
    for (Mark mark : image.marks()) {
      ordered.add(
          ViewerOperation.moment(ViewerOperation.Kind.MARK, "mark " + mark.name(), mark.atNanos()));
    }
    ordered.sort(
        Comparator.comparingLong(ViewerOperation::endNanos)
            .thenComparing(ViewerOperation::kind)
            .thenComparingLong(ViewerOperation::startNanos)
            .thenComparing(ViewerOperation::name));
    String end =
        switch (image.process().ended()) {
          case EXIT -> "process exit";
          case KILLED -> "process killed";
          case DETACHED -> "end of tracking";
          case RUNNING -> "process still running";
        };
    long last = ordered.isEmpty() ? 0 : ordered.get(ordered.size() - 1).endNanos();
    ordered.add(ViewerOperation.moment(ViewerOperation.Kind.END, end, Math.max(last, endNanos)));
    return ordered;
  }
}
