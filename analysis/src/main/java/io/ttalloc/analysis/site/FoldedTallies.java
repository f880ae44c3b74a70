package io.ttalloc.analysis.site;

import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Groups the tallies that belong to one line of code and differ only in the depth of a recursion or
 * in how an executor ran the line. Each group is judged as a single tally. Immutable.
 */
public final class FoldedTallies {
  private static final FoldedTallies NONE = new FoldedTallies(Map.of());

  /**
   * Tallies that are judged as one.
   *
   * @param sum the sum of their counters, with the id and the stack of one of them
   * @param members the tallies; at least one
   */
  public record Group(TallyEntry sum, List<TallyEntry> members) {
    public Group {
      members = List.copyOf(members);
    }

    /** Returns a group of a single tally. */
    public static Group of(TallyEntry tally) {
      return new Group(tally, List.of(tally));
    }
  }

  /** The key that the tallies of a group share. */
  private record Line(TypeEntry type, @Nullable Frame yours, List<Frame> folded) {}

  /** The groups of more than one tally, by the id of each member. */
  private final Map<Integer, Group> groups;

  private FoldedTallies(Map<Integer, Group> groups) {
    this.groups = groups;
  }

  /** Folds the tallies of a ledger. */
  public static FoldedTallies of(List<TallyEntry> tallies, CallSites sites) {
    Map<Line, List<TallyEntry>> byLine = new LinkedHashMap<>();
    boolean folds = false;
    for (TallyEntry tally : tallies) {
      List<Frame> folded = sites.folded(tally.stack());
      folds |= folded != tally.stack();
      Frame yours = sites.yours(tally.type().className(), tally.stack());
      byLine
          .computeIfAbsent(new Line(tally.type(), yours, folded), line -> new ArrayList<>())
          .add(tally);
    }
    if (!folds) {
      return NONE;
    }
    Map<Integer, Group> groups = new HashMap<>();
    for (List<TallyEntry> members : byLine.values()) {
      if (members.size() > 1) {
        Group group = new Group(sum(members), members);
        for (TallyEntry member : members) {
          groups.put(member.id(), group);
        }
      }
    }
    return new FoldedTallies(groups);
  }

  /** Returns the group to which a tally belongs. */
  public Group groupOf(TallyEntry tally) {
    Group group = groups.get(tally.id());
    return group == null ? Group.of(tally) : group;
  }

  /** Returns the id of the sum of the group to which a tally belongs. */
  public int idOf(TallyEntry tally) {
    Group group = groups.get(tally.id());
    return group == null ? tally.id() : group.sum().id();
  }

  private static TallyEntry sum(List<TallyEntry> members) {
    TallyEntry sum = members.get(0);
    TallyEntry shown = sum;
    for (TallyEntry member : members.subList(1, members.size())) {
      sum = sum(sum, member);
      shown = isPlainer(member, shown) ? member : shown;
    }
    return new TallyEntry(
        shown.id(),
        shown.type(),
        shown.stack(),
        sum.openings(),
        sum.closes(),
        sum.losses(),
        sum.lifetimes());
  }

  /**
   * Whether the first stack explains more: it contains the code that called an executor, or less
   * recursion.
   */
  private static boolean isPlainer(TallyEntry one, TallyEntry other) {
    boolean isCalled = isCalled(one);
    return isCalled == isCalled(other) ? one.stack().size() < other.stack().size() : isCalled;
  }

  /**
   * Whether the stack of a tally starts in a method such as {@code main}, rather than in a thread
   * or an executor.
   */
  private static boolean isCalled(TallyEntry tally) {
    List<Frame> stack = tally.stack();
    return !stack.isEmpty() && !FoldedStack.isScheduler(stack.get(stack.size() - 1).className());
  }

  private static TallyEntry sum(TallyEntry a, TallyEntry b) {
    return new TallyEntry(
        a.id(),
        a.type(),
        a.stack(),
        new TallyEntry.Openings(
            SaturatedSum.of(a.openings().count(), b.openings().count()),
            SaturatedSum.of(a.openings().aliases(), b.openings().aliases()),
            SaturatedSum.of(a.openings().bytes(), b.openings().bytes())),
        sum(a.closes(), b.closes()),
        new TallyEntry.Losses(
            SaturatedSum.of(a.losses().collected(), b.losses().collected()),
            SaturatedSum.of(a.losses().folded(), b.losses().folded()),
            SaturatedSum.of(a.losses().foldedBytes(), b.losses().foldedBytes()),
            SaturatedSum.of(a.losses().hollow(), b.losses().hollow())),
        sum(a.lifetimes(), b.lifetimes()));
  }

  private static TallyEntry.Closes sum(TallyEntry.Closes a, TallyEntry.Closes b) {
    return new TallyEntry.Closes(
        SaturatedSum.of(a.count(), b.count()),
        SaturatedSum.of(a.reclaimed(), b.reclaimed()),
        SaturatedSum.of(a.reclaimedBytes(), b.reclaimedBytes()),
        SaturatedSum.of(a.disowned(), b.disowned()),
        SaturatedSum.of(a.failed(), b.failed()));
  }

  private static long[] sum(long[] a, long[] b) {
    if (a.length == 0 || b.length == 0) {
      return a.length == 0 ? b : a;
    }
    long[] sum = new long[a.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = SaturatedSum.of(a[i], b[i]);
    }
    return sum;
  }
}
