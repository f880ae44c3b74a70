package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.reason.Reason;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A judgement on open resources: when it applies, what proves it, and what would free them. Each
 * verdict is one class, has no state, and may be used by any thread. {@link Verdicts} has the order
 * in which they are tried.
 */
public abstract class Verdict {
  /** The condition under which a verdict makes its findings leaks. */
  public enum Leak {
    /** Each finding is one, unless a suppression takes it. */
    ALWAYS,
    /** Only findings that grow are. */
    WHEN_GROWING,
    NEVER
  }

  /** The emphasis on a finding that is no leak. */
  public enum Tone {
    /** Something known uses it. */
    KEPT,
    /** Worth a look. */
    WARN,
    /** Normal. */
    CALM
  }

  private final String name;
  private final Leak leak;
  private final int rank;
  private final Tone tone;
  private final String meaning;

  /**
   * A verdict.
   *
   * @param name as reports and suppressions name it
   * @param rank position in a report, the worst first; no two verdicts have the same, and gaps
   *     leave room for others
   * @param meaning what it means, in a phrase for people
   */
  protected Verdict(String name, Leak leak, int rank, Tone tone, String meaning) {
    this.name = name;
    this.leak = leak;
    this.rank = rank;
    this.tone = tone;
    this.meaning = meaning;
  }

  /** Whether it applies to a resource to which no earlier verdict applies. */
  public abstract boolean judge(OpenResource resource);

  /** The evidence for it. */
  public abstract List<Reason> why(Evidence evidence);

  /** The advice that would free them. */
  public final Advice fix(Evidence evidence) {
    return evidence.closeFailed() && evidence.tally().closes().failed() > 0
        ? Advice.of(FailedCloses.of(evidence))
        : advice(evidence);
  }

  /** The advice if no close has thrown. */
  protected abstract Advice advice(Evidence evidence);

  /** The outermost owner with which a resource is shown, or null. */
  public @Nullable OwnerNode root(OpenResource resource) {
    return resource.root();
  }

  /** The cache or the closed owner for which a resource got this verdict; null if there is none. */
  public @Nullable OwnerNode cause(OpenResource resource) {
    return null;
  }

  /** The owners that the heading of an entry names. */
  public List<OwnerNode> shownWith(Evidence evidence) {
    return evidence.owners().roots();
  }

  /** The caches that hold them, each with its owner and where that owner was closed. */
  public List<String> heldBy(Evidence evidence) {
    return List.of();
  }

  /** The verdict whose findings have its resources, too. */
  public Verdict foldedWith() {
    return this;
  }

  /** The verdict on a finding that has the resources of several verdicts. */
  public Verdict ofAll(Evidence evidence) {
    return this;
  }

  /** Whether findings that grow, or do not, are leaks. */
  public final boolean isLeak(boolean growing) {
    return leak == Leak.ALWAYS || (leak == Leak.WHEN_GROWING && growing);
  }

  /**
   * Whether its findings grow by their own resources alone, where they grow with their stack: what
   * a cache holds has another fate than what it released.
   */
  public boolean growsByItself() {
    return false;
  }

  /** Whether its findings grow together with other findings of the same stack. */
  public boolean growsWithItsStack() {
    return true;
  }

  /**
   * Whether it rests on what is likely only, so that the finding is of MEDIUM confidence at most.
   */
  public boolean isGuess(Evidence evidence) {
    return false;
  }

  /** Whether nothing decides, so that the finding is of LOW confidence. */
  public boolean isUndecided(Evidence evidence) {
    return false;
  }

  /** Whether it is final; OPEN only says that it is too early to judge. */
  public boolean isConclusive() {
    return true;
  }

  /** Whether its findings were reclaimed, so that nothing of them is open. */
  public boolean isReclaimed() {
    return false;
  }

  /** Whether its resources are views. */
  public boolean isOfViews() {
    return false;
  }

  public final String name() {
    return name;
  }

  /** Its name in a sentence: {@code left open}. */
  public final String words() {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  public final int rank() {
    return rank;
  }

  /** The emphasis on a finding that is no leak. */
  public final Tone tone() {
    return tone;
  }

  public final String meaning() {
    return meaning;
  }

  @Override
  public final String toString() {
    return name;
  }
}
