package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.fold.Amount;
import io.ttalloc.analysis.fold.CloseSite;
import io.ttalloc.analysis.fold.Cycles;
import io.ttalloc.analysis.fold.DeviceShare;
import io.ttalloc.analysis.fold.ListedResource;
import io.ttalloc.analysis.fold.Location;
import io.ttalloc.analysis.fold.Ownership;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The open resources of one type, stack, space and verdict, on all devices and at all addresses;
 * either all of them have an owner, or none has.
 *
 * @param fingerprint identity of type and stack across builds
 * @param suppressedBy the suppression that took it, or null
 * @param baseline NEW or KNOWN by the baseline, or null without one
 * @param oldestOpenedNanos when the oldest was opened, since the ledger's clock base
 * @param oldestNanos the age of the oldest at the reading
 * @param why evidence that a reader can check
 * @param fix what would free it
 * @param siblings where others from the same stack were closed, as far as closes were captured
 * @param growth what each cycle left; empty without marks
 * @param shares the share of each device; empty if nothing is open
 * @param listed its first resources in the order of slots, if the analysis was to list any
 */
public record Finding(
    String fingerprint,
    Verdict verdict,
    boolean leak,
    boolean growing,
    @Nullable String suppressedBy,
    @Nullable String baseline,
    Confidence.Level confidence,
    TypeEntry type,
    Amount amount,
    Location location,
    Opening opening,
    Ownership ownership,
    long oldestOpenedNanos,
    long oldestNanos,
    List<Reason> why,
    Advice fix,
    List<CloseSite> siblings,
    List<Cycles.Growth> growth,
    List<DeviceShare> shares,
    List<ListedResource> listed) {
  /** Leaks first, then in the order of verdicts, then the most bytes first. */
  public static final Comparator<Finding> WORST_FIRST =
      Comparator.comparing((Finding f) -> !f.leak())
          .thenComparingInt(f -> f.verdict().rank())
          .thenComparing(f -> !f.growing())
          .thenComparing(f -> f.amount().bytes(), Comparator.reverseOrder())
          .thenComparing(f -> f.amount().reclaimedBytes(), Comparator.reverseOrder())
          .thenComparing(f -> f.amount().count(), Comparator.reverseOrder())
          .thenComparingLong(Finding::oldestOpenedNanos)
          .thenComparing(f -> f.type().name())
          .thenComparing(Finding::fingerprint)
          .thenComparing(f -> f.location().space() == null ? "" : f.location().space());

  /** Bytes by handle, reclaimed ones included. */
  public long bytes() {
    return amount.bytes() + amount.reclaimedBytes();
  }

  /** Whether it is only what the system needs for itself, which nobody has to look at. */
  public boolean isSystemsOwn() {
    return verdict == Verdicts.INFRASTRUCTURE && !leak && !growing && suppressedBy == null;
  }

  /** This finding, taken by a suppression and so no leak. */
  public Finding suppressedBy(String suppression) {
    return changed(false, suppression, baseline, why);
  }

  /** This finding, marked NEW or KNOWN. */
  public Finding against(String newBaseline) {
    return changed(leak, suppressedBy, newBaseline, why);
  }

  /** This finding with one more reason. */
  public Finding with(Reason reason) {
    List<Reason> more = new ArrayList<>(why);
    more.add(reason);
    return changed(leak, suppressedBy, baseline, List.copyOf(more));
  }

  private Finding changed(
      boolean newLeak,
      @Nullable String newSuppressedBy,
      @Nullable String newBaseline,
      List<Reason> newWhy) {
    return new Finding(
        fingerprint,
        verdict,
        newLeak,
        growing,
        newSuppressedBy,
        newBaseline,
        confidence,
        type,
        amount,
        location,
        opening,
        ownership,
        oldestOpenedNanos,
        oldestNanos,
        newWhy,
        fix,
        siblings,
        growth,
        shares,
        listed);
  }
}
