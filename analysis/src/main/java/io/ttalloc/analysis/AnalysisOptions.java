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
 * The options for one analysis.
 *
 * @param listsResources whether findings list their first resources individually
 */
public record AnalysisOptions(Policy policy, Command command, Heap heap, boolean listsResources) {

  /**
   * The user's policy.
   *
   * @param suppressions the suppressions; the first one that matches a finding applies to it
   * @param today the current day; a suppression that expired before it does not apply
   * @param baseline the findings of an earlier report, or null
   * @param ownOnly whether only leaks that the program itself can fix fail a build
   * @param undecidedToo whether UNDECIDED findings fail a build as well
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
   * @param launcher the command {@code tt-alloc} as it can be typed in a shell on this machine
   * @param ledger the argument with which {@code tt-alloc dump} finds this ledger; null for the
   *     process id, empty if there is no such argument
   */
  public record Command(String launcher, @Nullable String ledger) {}

  /**
   * The heap dump of the process.
   *
   * @param report the findings of the heap dump, or null
   * @param dumpTime when the heap was dumped
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

  /** Returns these options with the given suppressions, evaluated as of the given day. */
  public AnalysisOptions suppressing(List<Suppression> entries, LocalDate day) {
    return with(new Policy(entries, day, policy.baseline, policy.ownOnly, policy.undecidedToo));
  }

  /** Returns these options with the given baseline. */
  public AnalysisOptions against(@Nullable RecordedReport baseline) {
    return with(
        new Policy(
            policy.suppressions, policy.today, baseline, policy.ownOnly, policy.undecidedToo));
  }

  /**
   * Returns these options; if {@code only} is true, only leaks that the program itself can fix fail
   * a build, otherwise any leak does.
   */
  public AnalysisOptions failingOnOwn(boolean only) {
    return with(
        new Policy(policy.suppressions, policy.today, policy.baseline, only, policy.undecidedToo));
  }

  /** Returns these options; {@code too} says whether UNDECIDED findings fail a build as well. */
  public AnalysisOptions failingOnUndecided(boolean too) {
    return with(
        new Policy(policy.suppressions, policy.today, policy.baseline, policy.ownOnly, too));
  }

  private AnalysisOptions with(Policy other) {
    return new AnalysisOptions(other, command, heap, listsResources);
  }

  /** Returns these options with the command name that the user types. */
  public AnalysisOptions typed(String launcher) {
    return new AnalysisOptions(policy, new Command(launcher, command.ledger), heap, listsResources);
  }

  /** Returns these options for a ledger that {@code tt-alloc dump} finds by the given path. */
  public AnalysisOptions at(String path) {
    return new AnalysisOptions(policy, new Command(command.launcher, path), heap, listsResources);
  }

  /** Returns these options with the given heap dump. */
  public AnalysisOptions holding(HeapReport report, DumpTime taken) {
    return new AnalysisOptions(policy, command, new Heap(report, taken), listsResources);
  }

  /** Returns these options; {@code lists} says whether findings list their first resources. */
  public AnalysisOptions listing(boolean lists) {
    return new AnalysisOptions(policy, command, heap, lists);
  }
}
