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
 * A judgement on open resources: when it applies, what proves it, and what would free the
 * resources. Each verdict is a stateless class that is thread-safe. {@link Verdicts} defines the
 * order in which verdicts are tried.
 */
public abstract class Verdict {
  /** The condition under which a verdict makes its findings leaks. */
  public enum Leak {
    /** Each finding is a leak, unless it is suppressed. */
    ALWAYS,
    /** Only growing findings are leaks. */
    WHEN_GROWING,
    NEVER
  }

  /** The emphasis on a finding that is not a leak. */
  public enum Tone {
    /** Something known uses the resources. */
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
   * Creates a verdict.
   *
   * @param name the name used in reports and suppressions
   * @param rank the position in a report, the worst first. Ranks are unique and have gaps for new
   *     verdicts
   * @param meaning the meaning of the verdict, as a human-readable phrase
   */
  protected Verdict(String name, Leak leak, int rank, Tone tone, String meaning) {
    this.name = name;
    this.leak = leak;
    this.rank = rank;
    this.tone = tone;
    this.meaning = meaning;
  }

  /** Whether this verdict applies to a resource to which no earlier verdict applies. */
  public abstract boolean judge(OpenResource resource);

  /** Returns the evidence for this verdict. */
  public abstract List<Reason> why(Evidence evidence);

  /** Returns advice on how to free the resources. */
  public final Advice fix(Evidence evidence) {
    return evidence.closeFailed() && evidence.tally().closes().failed() > 0
        ? Advice.of(FailedCloses.of(evidence))
        : advice(evidence);
  }

  /** Returns the advice for the case in which no close has thrown an exception. */
  protected abstract Advice advice(Evidence evidence);

  /** Returns the outermost owner with which a resource is shown, or null. */
  public @Nullable OwnerNode root(OpenResource resource) {
    return resource.root();
  }

  /**
   * Returns the cache or the closed owner that is the reason why a resource got this verdict; null
   * if there is none.
   */
  public @Nullable OwnerNode cause(OpenResource resource) {
    return null;
  }

  /** Returns the owners that the heading of an entry names. */
  public List<OwnerNode> shownWith(Evidence evidence) {
    return evidence.owners().roots();
  }

  /**
   * Returns the caches that hold the resources, each with its owner and where that owner was
   * closed.
   */
  public List<String> heldBy(Evidence evidence) {
    return List.of();
  }

  /** Returns the verdict whose findings include the resources of this verdict. */
  public Verdict foldedWith() {
    return this;
  }

  /** Returns the verdict on a finding that contains resources with several verdicts. */
  public Verdict ofAll(Evidence evidence) {
    return this;
  }

  /** Whether findings are leaks, given whether they are growing. */
  public final boolean isLeak(boolean growing) {
    return leak == Leak.ALWAYS || (leak == Leak.WHEN_GROWING && growing);
  }

  /**
   * The condition under which a resource that a test leaves open fails the test. By default, it is
   * the condition under which the resource is a leak of the program.
   */
  public Leak leakInTest() {
    return leak;
  }

  /**
   * Whether only a finding's own resources decide whether it grows, even if {@link
   * #growsWithItsStack} is true. This is the case for caches: the number of resources that a cache
   * holds does not depend on the number that it has released.
   */
  public boolean growsByItself() {
    return false;
  }

  /**
   * Whether findings with this verdict grow together with other findings of the same stack.
   * Findings of views do not.
   */
  public boolean growsWithItsStack() {
    return !isOfViews();
  }

  /**
   * Whether this verdict rests on a likely assumption, so that the confidence of the finding is at
   * most MEDIUM.
   */
  public boolean isGuess(Evidence evidence) {
    return false;
  }

  /**
   * Whether nothing, not even the end of the process, shows whether the resources are leaks. The
   * confidence of such findings is LOW, and reports count them as undecided.
   */
  public boolean isUndecided() {
    return false;
  }

  /**
   * Whether this verdict says that its findings are leaks, or that they are none; OPEN, for
   * example, only says that it is too early to judge.
   */
  public boolean isConclusive() {
    return !isUndecided();
  }

  /** Whether the resources with this verdict were reclaimed, so that none of them is open. */
  public boolean isReclaimed() {
    return false;
  }

  /** Whether the resources with this verdict are views. */
  public boolean isOfViews() {
    return false;
  }

  public final String name() {
    return name;
  }

  /** The name of this verdict as used in a sentence: {@code left open}. */
  public final String words() {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  public final int rank() {
    return rank;
  }

  /** The emphasis on a finding that is not a leak. */
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
