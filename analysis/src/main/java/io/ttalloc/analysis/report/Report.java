package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.decision.Baselined.KNOWN;

import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.analysis.decision.SuppressionUse;
import io.ttalloc.analysis.facts.Lifetime;
import io.ttalloc.analysis.facts.Timeline;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.finding.Views;
import io.ttalloc.analysis.fold.Totals;
import io.ttalloc.analysis.memory.Bank;
import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.analysis.memory.Neighbours;
import io.ttalloc.ledger.read.Mark;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a report says, in the order in which it says it. Immutable.
 *
 * @param allocatorAsked whether there are allocator's statistics to compare with
 * @param opened what each stack opened of each type, without caches, in the order of first opening
 * @param findings the worst first
 * @param containers open ones that are shown with what is open in them, by the name of their type
 * @param unknownCloses closes of what was never seen to be opened
 * @param views aliases that were all closed
 * @param neighbours an example of regions that touch and do not overlap, or null
 * @param suppressions what became of each, in the order of their files
 * @param banks what lies where on devices
 * @param ledger the argument that makes {@code ./tt-alloc dump} find this ledger, a process id or a
 *     path; empty if nothing does
 * @param gone what the baseline has and this report has not, or null without a baseline
 */
public record Report(
    ProcessEntry process,
    Confidence confidence,
    Totals totals,
    List<DeviceRow> devices,
    boolean allocatorAsked,
    List<Mark> marks,
    List<Lifetime> lifetimes,
    List<TallyEntry> opened,
    List<Finding> findings,
    Map<String, Long> containers,
    List<Misuse> misuse,
    long unknownCloses,
    Views.Count views,
    @Nullable Neighbours neighbours,
    List<SuppressionUse> suppressions,
    Timeline timeline,
    List<Bank> banks,
    String ledger,
    @Nullable List<RecordedFinding> gone) {

  /** The marks with what each cycle left and what the process occupied. */
  public List<MarkRow> markRows() {
    return MarkRow.of(marks, findings);
  }

  /** How many findings are leaks. */
  public long leaks() {
    long leaks = 0;
    for (Finding finding : findings) {
      leaks += finding.leak() ? 1 : 0;
    }
    return leaks;
  }

  /** How many findings are leaks that no baseline knows: what fails a build. */
  public long failures() {
    return findings.stream().filter(f -> f.leak() && !KNOWN.equals(f.baseline())).count();
  }

  /** How many findings have this mark of a baseline. */
  public long marked(String mark) {
    return findings.stream().filter(finding -> mark.equals(finding.baseline())).count();
  }

  /** How many findings a suppression took. */
  public long suppressed() {
    return findings.stream().filter(finding -> finding.suppressedBy() != null).count();
  }

  /** Whether nothing is open and nothing was used wrongly. */
  public boolean isClean() {
    return findings.isEmpty() && misuse.isEmpty();
  }
}
