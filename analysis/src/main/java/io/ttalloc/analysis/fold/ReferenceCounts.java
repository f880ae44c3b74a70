package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.reason.NumberReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The reference counts of a finding's resources, if their rule counts references, and the calls
 * that last changed them.
 *
 * @param counted the number of resources whose count ever changed
 * @param min the smallest count; 0 if there is none
 * @param max the largest count
 * @param retained the number of calls that raised a count
 * @param released the number of calls that lowered a count without closing the resource
 * @param retains the last calls that raised a count, the latest first; bounded
 * @param releases the last calls that lowered a count, the latest first; bounded
 * @param atExit whether times count back from the end of the process rather than from the reading
 */
public record ReferenceCounts(
    long counted,
    int min,
    int max,
    long retained,
    long released,
    List<Change> retains,
    List<Change> releases,
    boolean atExit) {
  /** The maximum number of calls of each kind. */
  private static final int KEPT = 3;

  private static final Comparator<Change> LATEST_FIRST = Comparator.comparingLong(Change::agoNanos);

  public ReferenceCounts {
    retains = List.copyOf(retains);
    releases = List.copyOf(releases);
  }

  /**
   * A call that changed a reference count.
   *
   * @param frame the line of the user's own code; null if stacks were not captured
   * @param stack the frames, innermost first
   * @param agoNanos the time from the call to the end of the process or to the reading
   */
  public record Change(@Nullable Frame frame, List<Frame> stack, String thread, long agoNanos) {
    public Change {
      stack = List.copyOf(stack);
    }
  }

  /**
   * The reasons that follow from the counts; empty if no count ever changed.
   *
   * @param resources the number of resources, counted or not
   */
  public List<Reason> why(long resources) {
    return counted == 0
        ? List.of()
        : List.of(new NumberReason.References(counted, resources, min, max, retained, released));
  }

  /** Combines the reference counts of several findings. */
  static ReferenceCounts of(List<ReferenceCounts> all) {
    List<ReferenceCounts> some = all.stream().filter(one -> one.counted > 0).toList();
    return new ReferenceCounts(
        some.stream().mapToLong(ReferenceCounts::counted).sum(),
        some.stream().mapToInt(ReferenceCounts::min).min().orElse(0),
        some.stream().mapToInt(ReferenceCounts::max).max().orElse(0),
        some.stream().mapToLong(ReferenceCounts::retained).sum(),
        some.stream().mapToLong(ReferenceCounts::released).sum(),
        latest(some, ReferenceCounts::retains),
        latest(some, ReferenceCounts::releases),
        all.get(0).atExit);
  }

  private static List<Change> latest(
      List<ReferenceCounts> of, Function<ReferenceCounts, List<Change>> which) {
    return of.stream()
        .flatMap(one -> which.apply(one).stream())
        .sorted(LATEST_FIRST)
        .limit(KEPT)
        .toList();
  }

  /** Collects reference counts. */
  static final class Sums {
    private long counted;
    private int min = Integer.MAX_VALUE;
    private int max = Integer.MIN_VALUE;
    private long retained;
    private long released;
    private final List<SlotEntry.Change> retains = new ArrayList<>();
    private final List<SlotEntry.Change> releases = new ArrayList<>();

    void add(SlotEntry.@Nullable References references) {
      if (references != null) {
        counted++;
        min = Math.min(min, references.count());
        max = Math.max(max, references.count());
        retained += references.retained();
        released += references.released();
        addLatest(references.retains(), retains);
        addLatest(references.releases(), releases);
      }
    }

    private static void addLatest(List<SlotEntry.Change> changes, List<SlotEntry.Change> to) {
      to.addAll(changes);
      to.sort(Comparator.comparingLong(SlotEntry.Change::nanos).reversed());
      to.subList(Math.min(KEPT, to.size()), to.size()).clear();
    }

    ReferenceCounts toCounts(Facts facts, TypeEntry type) {
      return new ReferenceCounts(
          counted,
          counted == 0 ? 0 : min,
          counted == 0 ? 0 : max,
          retained,
          released,
          changes(retains, facts, type),
          changes(releases, facts, type),
          facts.image().process().ended() == ProcessEntry.Ended.EXIT);
    }

    private static List<Change> changes(List<SlotEntry.Change> of, Facts facts, TypeEntry type) {
      long endNanos = facts.image().process().clock().lastSeenNanos();
      List<Change> changes = new ArrayList<>();
      for (SlotEntry.Change each : of) {
        List<Frame> stack = facts.image().stack(each.stack());
        // A damaged ledger may contain any value.
        long ago = each.nanos() < 0 ? endNanos : Math.max(0, endNanos - each.nanos());
        Frame frame = facts.sites().yours(type.className(), stack);
        changes.add(new Change(frame, stack, each.thread(), ago));
      }
      return changes;
    }
  }
}
