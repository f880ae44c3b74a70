package io.ttalloc.analysis.growth;

import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides whether a finding is growing, and gives the evidence. Not thread-safe. */
public final class GrowthEvidence {
  private final TallyEntry tally;
  private final Cycles.Counts own;
  private final Cycles.Counts ofStack;
  private final @Nullable TallyTrends trends;
  private final OpeningTimes times;

  /**
   * The number of the finding's own resources that each cycle left open; null if the finding grows
   * together with its stack.
   */
  private final long @Nullable [] left;

  /**
   * Creates evidence to be filled by {@link #add}.
   *
   * @param own the counts of this finding
   * @param ofStack the counts shared by all findings of its type and stack; {@code own} if only its
   *     own resources count
   * @param trends the open resources of its type and stack at marks; null if these do not apply to
   *     the finding
   */
  public GrowthEvidence(
      LedgerImage image,
      TallyEntry tally,
      Cycles.Counts own,
      Cycles.Counts ofStack,
      @Nullable TallyTrends trends) {
    this.tally = tally;
    this.own = own;
    this.ofStack = ofStack;
    this.trends = trends;
    times = new OpeningTimes(image, trends);
    left = trends != null && own == ofStack ? trends.noneLeft() : null;
  }

  public static GrowthEvidence none(LedgerImage image, TallyEntry tally) {
    Cycles.Counts none = new Cycles(List.of()).counts();
    return new GrowthEvidence(image, tally, none, none, null);
  }

  public void add(SlotEntry slot, long bytes) {
    times.add(slot.opened().nanos());
    own.add(slot.opened().nanos(), bytes);
    if (left != null && trends != null) {
      trends.countIn(left, slot);
    }
    if (ofStack != own) {
      ofStack.add(slot.opened().nanos(), bytes);
    }
  }

  public long oldestNanos() {
    return times.oldestNanos();
  }

  /**
   * Whether the open resources of this type and stack are growing and this finding contributes to
   * the growth. Findings of the same stack with other verdicts count as well, since only timing
   * separates them: the newest resource may not have been collected yet, or a method may still be
   * running. They do not count if {@code ofStack} is {@code own}.
   *
   * <p>The decision depends on the counts at marks or, if there are none, on whether each of the
   * last cycles left something open.
   */
  public boolean isGrowing() {
    TallyTrend trend = trend();
    return trend.isKnown()
        ? trend.grows() && (times.newestMarkedNanos() > trend.middleNanos() || trend.growsInSize())
        : ofStack.isGrowing() && own.isRecent();
  }

  private TallyTrend trend() {
    if (trends == null) {
      return TallyTrend.UNKNOWN;
    }
    return left == null ? trends.of(tally) : trends.of(tally, left);
  }

  /** The resources that each cycle left open; empty without marks. */
  public List<Cycles.Growth> steps() {
    return own.steps(trends == null ? Map.of() : trends.openAtMarks(tally));
  }

  /**
   * The reasons why the finding is growing, beyond the resources that each cycle left open; may be
   * empty.
   */
  public List<Reason> why() {
    if (isGrowing()) {
      boolean evident = !trend().isKnown() || Cycles.allLeftTheSame(steps());
      Reason why = evident ? null : trend().why();
      return why == null ? List.of() : List.of(why);
    }
    return times.whyGrowing();
  }
}
