package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.wording.Numbers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A judgement on open resources: when it applies, what proves it, and what would free them. One
 * class each, without state, for any thread; {@link Verdicts} has the order in which they are
 * tried.
 */
public abstract class Verdict {
  /** When a verdict makes its findings leaks. */
  public enum Leak {
    /** Unless something else says otherwise. */
    ALWAYS,
    /** Only where each cycle leaves more. */
    WHEN_GROWING,
    NEVER
  }

  /** How loudly a finding that is no leak is shown. */
  public enum Tone {
    /** In use by something that is known. */
    KEPT,
    /** Worth a look. */
    WARN,
    /** As it should be. */
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
   * @param rank place in a report, the worst first; no two have the same
   * @param meaning in a word, for people
   */
  protected Verdict(String name, Leak leak, int rank, Tone tone, String meaning) {
    this.name = name;
    this.leak = leak;
    this.rank = rank;
    this.tone = tone;
    this.meaning = meaning;
  }

  /** Whether it applies to a resource to which none of those before it in the order applies. */
  public abstract boolean judge(OpenResource resource);

  /** What proves it, in sentences whose numbers a reader can check. */
  public abstract List<String> why(Evidence evidence);

  /** What would free them: a call that exists, at a place that is known. */
  public final String fix(Evidence evidence) {
    OpenResource first = evidence.first();
    long thrown = evidence.tally().closeFailed();
    return first != null && first.slot().closeFailed() && thrown > 0
        ? "its close() threw "
            + Numbers.counted(thrown, "time")
            + " (see misuse): make it succeed or free it all the same"
        : advice(evidence);
  }

  /** The same where no close of theirs has thrown. */
  protected abstract String advice(Evidence evidence);

  /** The outermost owner with which a resource is shown; null if it stands for itself. */
  public @Nullable OwnerNode root(OpenResource resource) {
    return resource.root();
  }

  /** The cache that holds a resource, or the owner whose close left it, if that decided it. */
  public @Nullable OwnerNode cause(OpenResource resource) {
    return null;
  }

  /** The owners that a heading names. */
  public List<OwnerNode> shownWith(Evidence evidence) {
    return evidence.roots();
  }

  /** The caches that hold them, each with its owner and where that was closed. */
  public List<String> heldBy(Evidence evidence) {
    return List.of();
  }

  /** When it makes a finding a leak. */
  public final Leak leak() {
    return leak;
  }

  /** Whether findings are leaks that grow, or do not. */
  public final boolean isLeak(boolean growing) {
    return leak == Leak.ALWAYS || (leak == Leak.WHEN_GROWING && growing);
  }

  /** Whether the resource is open or was lost, so that what is left of a stack grows together. */
  public boolean growsWithItsStack() {
    return true;
  }

  /** Whether it says what became of a resource; else nothing more can be said. */
  public boolean isConclusive() {
    return true;
  }

  /** Whether nothing of its findings is open any more: they were reclaimed. */
  public boolean isReclaimed() {
    return false;
  }

  /** Whether its resources look at memory that they do not own. */
  public boolean isOfViews() {
    return false;
  }

  /** As reports and suppressions name it. */
  public final String name() {
    return name;
  }

  /** Place in a report, the worst first. */
  public final int rank() {
    return rank;
  }

  /** How loudly it is shown where it is no leak. */
  public final Tone tone() {
    return tone;
  }

  /** In a word, for people. */
  public final String meaning() {
    return meaning;
  }

  @Override
  public final String toString() {
    return name;
  }
}
