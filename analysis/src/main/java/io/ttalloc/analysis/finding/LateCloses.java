package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.analysis.wording.TypeNames;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.LateCloseEntry;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The closes that came after the limit of their type. While the process ran, a report may have
 * called such a resource OVERDUE: here it says that this was taken back.
 *
 * @param rows the one with the latest close first
 * @param unlisted how many more there were, of which the ledger has no stacks
 */
public record LateCloses(List<LateClose> rows, long unlisted) {
  public LateCloses {
    rows = List.copyOf(rows);
  }

  /** Those that a ledger records. What a damaged one says of unknown tallies is unlisted. */
  public static LateCloses of(Facts facts) {
    List<LateClose> rows = new ArrayList<>();
    long unlisted = facts.image().lateClosesUnlisted();
    for (LateCloseEntry entry : facts.image().lateCloses()) {
      TallyEntry tally = facts.tally(entry.tally());
      if (tally == null) {
        unlisted = SaturatedSum.of(unlisted, entry.count());
      } else {
        rows.add(LateClose.of(entry, tally, facts.sites()));
      }
    }
    rows.sort(
        Comparator.comparingLong(LateClose::longestNanos)
            .reversed()
            .thenComparing(row -> row.tally().id()));
    return new LateCloses(rows, unlisted);
  }

  /** How many closes were late. */
  public long count() {
    return rows.stream().mapToLong(LateClose::count).reduce(unlisted, SaturatedSum::of);
  }

  public boolean isEmpty() {
    return rows.isEmpty() && unlisted == 0;
  }

  /** How many there were and the worst of them, in a sentence; there is at least one. */
  public String summary() {
    String closed = Numbers.counted(count(), "resource") + " closed late";
    if (rows.isEmpty()) {
      return closed;
    }
    LateClose worst = rows.get(0);
    return closed
        + ", the latest "
        + Numbers.duration(worst.longestNanos())
        + " after its limit of "
        + Numbers.duration(worst.type().limitNanos())
        + ": "
        + TypeNames.counted(worst.count(), worst.type().name())
        + at(" opened at ", worst.openedBy(), worst.yourOpening())
        + at(", closed or given back at ", worst.closedBy(), worst.yourClosing());
  }

  private static String at(String before, List<Frame> stack, int yourFrame) {
    return stack.isEmpty() ? "" : before + JavaNames.shortFrame(stack.get(Math.max(0, yourFrame)));
  }
}
