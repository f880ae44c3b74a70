package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.decision.Baselined.KNOWN;

import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.analysis.decision.Suppressed;
import io.ttalloc.analysis.facts.Lifetime;
import io.ttalloc.analysis.facts.ThreadKind;
import io.ttalloc.analysis.facts.Timeline;
import io.ttalloc.analysis.finding.ClosedViews;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.fold.Totals;
import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.analysis.memory.Regions.Neighbours;
import io.ttalloc.analysis.memory.SpaceLayout;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.ledger.read.Mark;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of a report. Immutable.
 *
 * @param misuse the misuses in the order of the ledger
 */
public record Report(
    ProcessEntry process,
    Confidence confidence,
    Totals totals,
    Memory memory,
    History history,
    Judged judged,
    Unlisted unlisted,
    List<Misuse> misuse,
    Effects effects,
    Command command) {

  /**
   * The memory of devices.
   *
   * @param allocatorAsked whether any allocator reported its statistics
   * @param neighbours an example of regions that touch without overlapping, or null
   * @param layouts the layouts of the device memory
   */
  public record Memory(
      List<DeviceRow> devices,
      boolean allocatorAsked,
      @Nullable Neighbours neighbours,
      List<SpaceLayout> layouts) {}

  /**
   * The course of the run.
   *
   * @param opened the tallies with at least one opening, without caches, in the order of first
   *     opening
   */
  public record History(
      List<Mark> marks, Timeline timeline, List<Lifetime> lifetimes, List<TallyEntry> opened) {}

  /**
   * The verdicts.
   *
   * @param findings one for each type, stack, space and verdict, the worst first
   * @param entries the findings as they are shown and counted, the worst first
   * @param nextOverdueNanos the time from the reading until the next resource becomes OVERDUE, if
   *     it stays open; {@code Long.MAX_VALUE} if none will
   */
  public record Judged(List<Finding> findings, List<ReportEntry> entries, long nextOverdueNanos) {}

  /**
   * Counts of things that no finding shows.
   *
   * @param containers the number of open containers that are shown only as owners, by type name
   * @param views the number of closed views, as {@link ClosedViews} counts them
   * @param unknownCloses the number of closes of resources whose opening was not seen
   * @param threads the tasks that many threads were running when the process ended
   */
  public record Unlisted(
      Map<String, Long> containers,
      ClosedViews.Count views,
      long unknownCloses,
      List<ThreadKind> threads) {}

  /**
   * The effects of suppressions and of the baseline.
   *
   * @param suppressions the effect of each suppression, in the order of their files
   * @param gone the findings that are only in the baseline, or null without a baseline
   * @param ownOnly whether only leaks that the program itself can fix fail a build
   * @param undecidedToo whether UNDECIDED findings fail a build as well
   */
  public record Effects(
      List<Suppressed.Use> suppressions,
      @Nullable List<RecordedFinding> gone,
      boolean ownOnly,
      boolean undecidedToo) {}

  /**
   * The command that shows more of the ledger.
   *
   * @param launcher the command {@code tt-alloc} as it can be typed in a shell on this machine
   * @param ledger the argument with which {@code tt-alloc dump} finds this ledger: a process id or
   *     a path; empty if there is none
   */
  public record Command(String launcher, String ledger) {}

  /** The findings, one for each type, stack, space and verdict, the worst first. */
  public List<Finding> findings() {
    return judged.findings;
  }

  /** The findings as they are shown and counted, the worst first. */
  public List<ReportEntry> entries() {
    return judged.entries;
  }

  /** The marks, with the resources that each cycle left and the resident memory. */
  public List<MarkRow> markRows() {
    return MarkRow.of(history.marks, findings());
  }

  /** The number of entries that are leaks. All formats show this number. */
  public long leaks() {
    return entries().stream().filter(entry -> entry.group().leak()).count();
  }

  /** Whether the absence of leaks in this report means that there are no leaks. */
  public boolean isJudged() {
    return !confidence.damaged()
        && confidence.unrecorded().isEmpty()
        && changedMeanwhile() == 0
        && findings().stream().map(Finding::verdict).allMatch(Report::isFinal);
  }

  /**
   * Whether the verdict cannot change any more. This includes undecided verdicts, which stay
   * undecided once the process has ended.
   */
  private static boolean isFinal(Verdict verdict) {
    return verdict.isConclusive() || verdict.isUndecided();
  }

  /**
   * The number of resources of a running process that were open according to its counters, but no
   * longer or not yet open when its slots were read. Returns 0 if there are findings, since they
   * show anyway that something is open.
   */
  long changedMeanwhile() {
    return process().ended() == ProcessEntry.Ended.RUNNING && findings().isEmpty()
        ? Math.max(0, totals.opened() - totals.closed() - totals.hollow())
        : 0;
  }

  /**
   * The number of leaks that fail a build: those not marked {@code KNOWN} or, if {@code ownOnly} is
   * set, only those of them that the program itself can fix.
   */
  public long failures() {
    return entries().stream()
        .filter(entry -> entry.group().leak() && !KNOWN.equals(entry.group().baseline()))
        .filter(entry -> !effects.ownOnly || entry.isOwn())
        .count();
  }

  /** The number of undecided entries that fail a build; 0 unless {@code undecidedToo} is set. */
  public long undecidedFailures() {
    return entries().stream()
        .map(ReportEntry::group)
        .filter(group -> effects.undecidedToo && group.verdict().isUndecided())
        .filter(group -> group.isNotJudged() && !KNOWN.equals(group.baseline()))
        .count();
  }

  /** The number of entries that may be growing, judged by the opening times of their resources. */
  public long mayGrow() {
    return entries().stream().filter(ReportEntry::mayGrow).count();
  }

  /** The number of entries for which it is unknown whether they are leaks. */
  public long undecided() {
    return entries().stream()
        .map(ReportEntry::group)
        .filter(group -> group.verdict().isUndecided() && !group.leak())
        .count();
  }

  /** The number of entries marked {@code NEW} or {@code KNOWN}. */
  public long marked(String mark) {
    return entries().stream().filter(entry -> mark.equals(entry.group().baseline())).count();
  }

  /** The number of suppressed entries. */
  public long suppressed() {
    return entries().stream().filter(entry -> entry.group().suppressedBy() != null).count();
  }

  /** The number of entries suppressed by the suppression with this name. */
  long suppressedBy(String name) {
    return entries().stream().filter(entry -> name.equals(entry.group().suppressedBy())).count();
  }

  /**
   * Whether there are no findings, misuses or unexplained closes of unknown resources. In a process
   * that has ended, infrastructure that is not a leak, not growing and not suppressed is ignored.
   */
  public boolean isClean() {
    return (findings().isEmpty() || ownsNothingOpen())
        && misuse.isEmpty()
        && confidence.closesOfUnknown() == 0;
  }

  /** Whether the process has ended and all findings contain only infrastructure. */
  private boolean ownsNothingOpen() {
    return process.ended() != ProcessEntry.Ended.RUNNING
        && findings().stream().allMatch(Finding::isSystemsOwn);
  }

  /** The number of resources in findings, open or reclaimed. */
  public long found() {
    long count = 0;
    for (Finding finding : findings()) {
      count = SaturatedSum.of(count, finding.amount().count());
    }
    return count;
  }
}
