package io.ttalloc.analysis.growth;

import io.ttalloc.analysis.site.FoldedTallies;
import io.ttalloc.analysis.trend.OpenSeries;
import io.ttalloc.analysis.trend.Trend;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SampledMarks;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The open resources of each tally at the marks for which the ledger has counts, and whether they
 * are growing. Add the resources first, then ask for trends. Not thread-safe.
 */
public final class TallyTrends {
  /** The maximum number of cycles; longer series are thinned. */
  private static final int MAX_CYCLES = 64;

  private final SampledMarks marks;
  private final FoldedTallies folds;
  private final int allMarks;

  /** The indexes of the samples that are used; the last sample is always used. */
  private final int[] used;

  /** The times of the marks of these samples. */
  private final long[] atNanos;

  private final long[] opened;
  private final Map<Integer, long[]> left = new HashMap<>();
  private final Map<Integer, TallyTrend> known = new HashMap<>();

  /**
   * Creates trends without any resources yet. Tallies that are folded together share the trend of
   * their sum.
   */
  public TallyTrends(LedgerImage image, FoldedTallies folds) {
    this.folds = folds;
    marks = image.sampledMarks();
    allMarks = image.marks().size();
    List<SampledMarks.Sample> samples = marks.samples();
    int step = (samples.size() + MAX_CYCLES - 1) / MAX_CYCLES;
    int count = step == 0 ? 0 : (samples.size() + step - 1) / step;
    used = new int[count];
    atNanos = new long[count];
    opened = new long[count];
    for (int i = 0; i < count; i++) {
      used[i] = samples.size() - 1 - (count - 1 - i) * step;
      atNanos[i] = samples.get(used[i]).atNanos();
      opened[i] = samples.get(used[i]).opened();
    }
  }

  /** Counts an open resource in the cycle in which it was opened. */
  public void add(SlotEntry slot) {
    if (slot.state() != SlotState.CLOSED_OWNER) {
      countIn(left.computeIfAbsent(folds.idOf(slot.tally()), id -> noneLeft()), slot);
    }
  }

  /** Creates an array of zeros for {@link #countIn}, with an element for each cycle. */
  long[] noneLeft() {
    return new long[used.length];
  }

  /**
   * Counts an open resource in the given array, which may count only a part of the tally, in the
   * cycle in which the resource was opened.
   */
  void countIn(long[] ofCycles, SlotEntry slot) {
    int cycle = Arrays.binarySearch(atNanos, slot.opened().nanos());
    cycle = cycle < 0 ? -cycle - 1 : cycle;
    if (cycle < used.length) {
      ofCycles[cycle]++;
    }
  }

  /** The trend of a tally; unknown if the ledger does not show the open resources at marks. */
  TallyTrend of(TallyEntry tally) {
    long[] ofCycles = left.get(tally.id());
    return used.length < Trend.MIN_CYCLES || ofCycles == null
        ? TallyTrend.UNKNOWN
        : known.computeIfAbsent(tally.id(), id -> trend(tally, ofCycles, new long[used.length]));
  }

  /**
   * The trend of a part of a tally.
   *
   * @param part the number of resources of the part that each cycle left open
   */
  TallyTrend of(TallyEntry tally, long[] part) {
    long[] ofCycles = left.get(tally.id());
    if (used.length < Trend.MIN_CYCLES || ofCycles == null) {
      return TallyTrend.UNKNOWN;
    }
    long[] others = new long[part.length];
    for (int i = 0; i < part.length; i++) {
      others[i] = ofCycles[i] - part[i];
    }
    return trend(tally, part, others);
  }

  /** The time of the last mark with counts; {@code Long.MIN_VALUE} if there is none. */
  long lastNanos() {
    return atNanos.length == 0 ? Long.MIN_VALUE : atNanos[atNanos.length - 1];
  }

  /**
   * The trend of a part of a tally: {@code ofCycles} are the numbers of resources of the part that
   * the cycles left open, {@code others} the numbers of the other resources.
   */
  private TallyTrend trend(TallyEntry tally, long[] ofCycles, long[] others) {
    long[] open = picked(open(tally));
    int[] counted =
        IntStream.range(0, open.length).filter(i -> open[i] != SampledMarks.UNKNOWN).toArray();
    long[] values = picked(open, counted);
    boolean none = Arrays.stream(values).allMatch(count -> count == 0);
    if (counted.length < Trend.MIN_CYCLES || none) {
      // If something is open now but was not at any mark, the ledger had no room for the counts.
      return TallyTrend.UNKNOWN;
    }
    boolean whole = Arrays.stream(others).allMatch(count -> count == 0);
    long[] bytes = picked(picked(bytes(tally)), counted);
    boolean bytesKnown = whole && Arrays.stream(bytes).noneMatch(b -> b == SampledMarks.UNKNOWN);
    long[] leftByCycle = joined(ofCycles, counted);
    boolean folded = tally.losses().folded() > 0;
    OpenSeries series =
        OpenSeries.withoutIdle(
            whole ? values : ofPart(values, leftByCycle, joined(others, counted), folded),
            whole && folded ? rises(values) : leftByCycle,
            bytesKnown ? bytes : new long[0],
            picked(opened, counted));
    return new TallyTrend(series, allMarks, atNanos[Math.max(0, used.length / 2 - 1)]);
  }

  /**
   * The numbers of open resources of a part of a tally: all open resources except those that the
   * other parts left open. If there are collected resources without slots, whose opening times are
   * unknown, the numbers that the part left open are used instead.
   */
  private static long[] ofPart(long[] open, long[] part, long[] others, boolean folded) {
    long[] found = new long[open.length];
    long partLeft = 0;
    long othersLeft = 0;
    for (int i = 0; i < open.length; i++) {
      partLeft += part[i];
      othersLeft += others[i];
      found[i] = folded ? partLeft : open[i] - othersLeft;
    }
    return found;
  }

  /**
   * The numbers of resources that the cycles left open, one for each given mark: the sum over all
   * cycles since the previous given mark.
   */
  private static long[] joined(long[] ofCycles, int[] ends) {
    long[] joined = new long[ends.length];
    int from = 0;
    for (int i = 0; i < ends.length; i++) {
      joined[i] = Arrays.stream(ofCycles, from, ends[i] + 1).sum();
      from = ends[i] + 1;
    }
    return joined;
  }

  private static long[] picked(long[] values, int[] indexes) {
    return Arrays.stream(indexes).mapToLong(i -> values[i]).toArray();
  }

  private long[] picked(long[] samples) {
    return picked(samples, used);
  }

  /**
   * The amounts by which each cycle raised the number of open resources above its earlier maximum.
   * These amounts are used instead of the resources that each cycle left open if there are
   * collected resources without slots, whose opening times are unknown.
   */
  private static long[] rises(long[] open) {
    long[] rises = new long[open.length];
    long max = 0;
    for (int i = 0; i < open.length; i++) {
      rises[i] = Math.max(0, open[i] - max);
      max = Math.max(max, open[i]);
    }
    return rises;
  }

  private long[] open(TallyEntry tally) {
    long[] sum = new long[marks.samples().size()];
    for (TallyEntry member : folds.groupOf(tally).members()) {
      add(marks.open(member.id()), sum);
    }
    return sum;
  }

  private long[] bytes(TallyEntry tally) {
    long[] sum = new long[marks.samples().size()];
    for (TallyEntry member : folds.groupOf(tally).members()) {
      add(marks.bytes(member.id()), sum);
    }
    return sum;
  }

  /** A sum is known only if all of its parts are known. */
  private static void add(long[] part, long[] sum) {
    for (int i = 0; i < sum.length; i++) {
      boolean unknown = part[i] == SampledMarks.UNKNOWN || sum[i] == SampledMarks.UNKNOWN;
      sum[i] = unknown ? SampledMarks.UNKNOWN : SaturatedSum.of(sum[i], part[i]);
    }
  }

  /**
   * The numbers of open resources and bytes of a tally at the marks at which they were counted, by
   * the time of the mark.
   */
  Map<Long, Cycles.Open> openAtMarks(TallyEntry tally) {
    Map<Long, Cycles.Open> found = new HashMap<>();
    long[] open = open(tally);
    long[] bytes = bytes(tally);
    for (int i = 0; i < open.length; i++) {
      if (open[i] != SampledMarks.UNKNOWN) {
        found.put(marks.samples().get(i).atNanos(), new Cycles.Open(open[i], bytes[i]));
      }
    }
    return found;
  }
}
