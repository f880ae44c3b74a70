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
 * The open resources of one type, stack, space and verdict, on all devices and at all addresses;
 * either all of them have an owner, or none has.
 *
 * @param shares the share of each device; empty if nothing is open
 * @param listed its first resources in the order of slots, if the analysis was to list any
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
   * What stays the same from run to run.
   *
   * @param fingerprint identity of type and stack across builds
   * @param stacks how many stacks opened its resources, which differ only by the depth of a
   *     recursion or by how an executor came to run them; the opening is one of them
   * @param whose who can close them
   * @param partOf the finding whose resources would close these if they were closed; null if there
   *     is none
   */
  public record Identity(
      String fingerprint,
      TypeEntry type,
      Opening opening,
      int stacks,
      Whose whose,
      @Nullable PartOf partOf) {}

  /**
   * The verdict and what it leads to.
   *
   * @param suppressedBy the suppression that took it, or null
   * @param baseline NEW or KNOWN by the baseline, or null without one
   */
  public record Judgement(
      Verdict verdict,
      boolean leak,
      boolean growing,
      Confidence.Level confidence,
      @Nullable String suppressedBy,
      @Nullable String baseline) {}

  /**
   * The oldest of its resources.
   *
   * @param openedNanos when it was opened, since the ledger's clock base
   * @param ageNanos at the reading
   */
  public record Oldest(long openedNanos, long ageNanos) {}

  /**
   * The evidence.
   *
   * @param why what a reader can check
   * @param fix what would free them
   * @param siblings where others from the same stack were closed, as far as closes were captured
   * @param growth what each cycle left; empty without marks
   */
  public record Explanation(
      List<Reason> why, Advice fix, List<CloseSite> siblings, List<Cycles.Growth> growth) {}

  /** Leaks first, then in the order of verdicts, then the most bytes first. */
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

  /** Bytes by handle, reclaimed ones included. */
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

  /** Whether it may grow, judged by when its resources were opened, without marks. */
  public boolean mayGrow() {
    return why().stream().anyMatch(reason -> reason.kind() == Reason.Kind.OPENED_EVENLY);
  }

  /** The party that can close them. */
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

  /** Whether it has only the system's own resources, so that no one has to look at it. */
  public boolean isSystemsOwn() {
    return verdict() == Verdicts.INFRASTRUCTURE
        && !leak()
        && !growing()
        && judgement.suppressedBy == null;
  }

  /** This finding, taken by a suppression and so no leak. */
  public Finding suppressedBy(String suppression) {
    Judgement was = judgement;
    return judged(
        new Judgement(was.verdict, false, was.growing, was.confidence, suppression, was.baseline));
  }

  /** This finding, marked NEW or KNOWN. */
  public Finding against(String baseline) {
    Judgement was = judgement;
    return judged(
        new Judgement(
            was.verdict, was.leak, was.growing, was.confidence, was.suppressedBy, baseline));
  }

  /** This finding on a clock whose zero was this much earlier. */
  public Finding openedLater(long nanos) {
    Oldest later = new Oldest(SaturatedSum.of(oldest.openedNanos, nanos), oldest.ageNanos);
    return new Finding(
        identity, judgement, amount, location, ownership, later, explanation, shares, listed);
  }

  private Finding judged(Judgement other) {
    return new Finding(
        identity, other, amount, location, ownership, oldest, explanation, shares, listed);
  }

  /** This finding with one more reason. */
  public Finding with(Reason reason) {
    List<Reason> more = new ArrayList<>(why());
    more.add(reason);
    Explanation longer =
        new Explanation(List.copyOf(more), fix(), explanation.siblings, explanation.growth);
    return new Finding(
        identity, judgement, amount, location, ownership, oldest, longer, shares, listed);
  }
}
