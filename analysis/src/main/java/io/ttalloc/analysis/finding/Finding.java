package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.fold.Amount;
import io.ttalloc.analysis.fold.CloseSite;
import io.ttalloc.analysis.fold.DeviceShare;
import io.ttalloc.analysis.fold.ListedResource;
import io.ttalloc.analysis.fold.Location;
import io.ttalloc.analysis.fold.Ownership;
import io.ttalloc.analysis.growth.Cycles;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The open resources of one type, stack, space and verdict, on all devices and at all addresses.
 * Either all of the resources have an owner, or none of them has one.
 *
 * @param shares the share of each device; empty if nothing is open
 * @param listed the first resources in the order of slots, if the analysis was asked to list any
 */
public record Finding(
    Identity identity,
    Judgement judgement,
    Amount amount,
    Location location,
    Ownership ownership,
    Oldest oldest,
    Explanation explanation,
    List<DeviceShare> shares,
    List<ListedResource> listed) {

  /**
   * The properties of a finding that stay the same from run to run.
   *
   * @param fingerprint the identity of type and stack across builds
   * @param stacks the number of stacks that opened the resources; they differ only in the depth of
   *     a recursion or in how an executor ran them, and {@code opening} is one of them
   * @param whose the code that can close the resources
   * @param partOf the finding whose resources, when closed, also close these; null if there is none
   */
  public record Identity(
      String fingerprint,
      TypeEntry type,
      Opening opening,
      int stacks,
      Whose whose,
      @Nullable PartOf partOf) {}

  /**
   * The verdict and its consequences.
   *
   * @param suppressedBy the suppression that applies, or null
   * @param baseline NEW or KNOWN; null if there is no baseline
   */
  public record Judgement(
      Verdict verdict,
      boolean leak,
      boolean growing,
      Confidence.Level confidence,
      @Nullable String suppressedBy,
      @Nullable String baseline) {}

  /**
   * The oldest resource of a finding.
   *
   * @param openedNanos when it was opened, since the ledger's clock base
   * @param ageNanos its age at the reading
   */
  public record Oldest(long openedNanos, long ageNanos) {}

  /**
   * The explanation of a finding.
   *
   * @param why evidence that a reader can check
   * @param fix what would free the resources
   * @param siblings where other resources opened from the same stack were closed, as far as the
   *     stacks of closes were captured
   * @param growth the resources that each cycle left open; empty without marks
   */
  public record Explanation(
      List<Reason> why, Advice fix, List<CloseSite> siblings, List<Cycles.Growth> growth) {}

  /** Sorts leaks first, then by verdict, then by descending bytes. */
  public static final Comparator<Finding> WORST_FIRST =
      Comparator.comparing((Finding f) -> !f.leak())
          .thenComparingInt(f -> f.verdict().rank())
          .thenComparing(f -> !f.growing())
          .thenComparing(f -> f.amount().bytes(), Comparator.reverseOrder())
          .thenComparing(f -> f.amount().reclaimedBytes(), Comparator.reverseOrder())
          .thenComparing(f -> f.amount().count(), Comparator.reverseOrder())
          .thenComparingLong(f -> f.oldest().openedNanos())
          .thenComparing(f -> f.type().name())
          .thenComparing(Finding::fingerprint)
          .thenComparing(f -> f.location().space() == null ? "" : f.location().space());

  /** The bytes summed over all handles, including reclaimed ones. */
  public long bytes() {
    return amount.bytes() + amount.reclaimedBytes();
  }

  public String fingerprint() {
    return identity.fingerprint;
  }

  public TypeEntry type() {
    return identity.type;
  }

  public Opening opening() {
    return identity.opening;
  }

  /**
   * Whether this finding may be growing, judged without marks by the opening times of its
   * resources.
   */
  public boolean mayGrow() {
    return why().stream().anyMatch(reason -> reason.kind() == Reason.Kind.OPENED_EVENLY);
  }

  /** The code that can close the resources of this finding. */
  public Whose whose() {
    return identity.whose;
  }

  public Verdict verdict() {
    return judgement.verdict;
  }

  public boolean leak() {
    return judgement.leak;
  }

  public boolean growing() {
    return judgement.growing;
  }

  public Confidence.Level confidence() {
    return judgement.confidence;
  }

  public List<Reason> why() {
    return explanation.why;
  }

  public Advice fix() {
    return explanation.fix;
  }

  /** Whether this finding contains only infrastructure, so that it needs no attention. */
  public boolean isSystemsOwn() {
    return verdict() == Verdicts.INFRASTRUCTURE
        && !leak()
        && !growing()
        && judgement.suppressedBy == null;
  }

  /** Returns this finding marked as suppressed, and therefore not a leak. */
  public Finding suppressedBy(String suppression) {
    Judgement was = judgement;
    return judged(
        new Judgement(was.verdict, false, was.growing, was.confidence, suppression, was.baseline));
  }

  /** Returns this finding marked NEW or KNOWN. */
  public Finding against(String baseline) {
    Judgement was = judgement;
    return judged(
        new Judgement(
            was.verdict, was.leak, was.growing, was.confidence, was.suppressedBy, baseline));
  }

  /**
   * Returns this finding with its opening time measured from a zero point that is {@code nanos}
   * earlier.
   */
  public Finding openedLater(long nanos) {
    Oldest later = new Oldest(SaturatedSum.of(oldest.openedNanos, nanos), oldest.ageNanos);
    return new Finding(
        identity, judgement, amount, location, ownership, later, explanation, shares, listed);
  }

  private Finding judged(Judgement other) {
    return new Finding(
        identity, other, amount, location, ownership, oldest, explanation, shares, listed);
  }

  /** Returns this finding with one more reason. */
  public Finding with(Reason reason) {
    List<Reason> more = new ArrayList<>(why());
    more.add(reason);
    Explanation longer =
        new Explanation(List.copyOf(more), fix(), explanation.siblings, explanation.growth);
    return new Finding(
        identity, judgement, amount, location, ownership, oldest, longer, shares, listed);
  }
}
