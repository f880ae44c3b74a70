package io.ttalloc.analysis;

import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.analysis.decision.Suppression;
import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.heap.report.HeapReport;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a caller may choose for one analysis.
 *
 * @param listsResources whether findings list their first resources, one by one
 */
public record AnalysisOptions(Policy policy, Command command, Heap heap, boolean listsResources) {

  /**
   * The decisions of the user.
   *
   * @param suppressions what is not to be a leak; the first that matches a finding takes it
   * @param today the day on which suppressions must not have expired
   * @param baseline the findings of an earlier report, or null
   * @param ownOnly whether only what the program can mend fails a build
   * @param undecidedToo whether a build fails also for what nothing decides
   */
  public record Policy(
      List<Suppression> suppressions,
      LocalDate today,
      @Nullable RecordedReport baseline,
      boolean ownOnly,
      boolean undecidedToo) {
    public Policy {
      suppressions = List.copyOf(suppressions);
    }
  }

  /**
   * The command that shows more of the ledger.
   *
   * @param launcher the command {@code tt-alloc} as a shell finds it here
   * @param ledger the argument with which {@code tt-alloc dump} finds this ledger; null for its
   *     process id, empty if there is none
   */
  public record Command(String launcher, @Nullable String ledger) {}

  /**
   * The heap of the process.
   *
   * @param report the findings of a heap dump, or null
   * @param dumpTime when that was taken
   */
  public record Heap(@Nullable HeapReport report, DumpTime dumpTime) {}

  /** No suppressions, no baseline, no heap dump. */
  public static AnalysisOptions defaults() {
    return new AnalysisOptions(
        new Policy(List.of(), LocalDate.EPOCH, null, false, false),
        new Command(LauncherCommand.NAME, null),
        new Heap(null, DumpTime.OF_READING),
        false);
  }

  /** These options with suppressions as of a day. */
  public AnalysisOptions suppressing(List<Suppression> entries, LocalDate day) {
    return with(new Policy(entries, day, policy.baseline, policy.ownOnly, policy.undecidedToo));
  }

  /** These options with a baseline. */
  public AnalysisOptions against(@Nullable RecordedReport baseline) {
    return with(
        new Policy(
            policy.suppressions, policy.today, baseline, policy.ownOnly, policy.undecidedToo));
  }

  /** These options, by which only what the program can mend fails a build, or any leak does. */
  public AnalysisOptions failingOnOwn(boolean only) {
    return with(
        new Policy(policy.suppressions, policy.today, policy.baseline, only, policy.undecidedToo));
  }

  /** These options, by which also what nothing decides fails a build, or does not. */
  public AnalysisOptions failingOnUndecided(boolean too) {
    return with(
        new Policy(policy.suppressions, policy.today, policy.baseline, policy.ownOnly, too));
  }

  private AnalysisOptions with(Policy other) {
    return new AnalysisOptions(other, command, heap, listsResources);
  }

  /** These options for a user who types the command so. */
  public AnalysisOptions typed(String launcher) {
    return new AnalysisOptions(policy, new Command(launcher, command.ledger), heap, listsResources);
  }

  /** These options for a ledger that is found by its path. */
  public AnalysisOptions at(String path) {
    return new AnalysisOptions(policy, new Command(command.launcher, path), heap, listsResources);
  }

  /** These options with a heap dump. */
  public AnalysisOptions holding(HeapReport report, DumpTime taken) {
    return new AnalysisOptions(policy, command, new Heap(report, taken), listsResources);
  }

  /** These options, by which findings list their first resources or do not. */
  public AnalysisOptions listing(boolean lists) {
    return new AnalysisOptions(policy, command, heap, lists);
  }
}
