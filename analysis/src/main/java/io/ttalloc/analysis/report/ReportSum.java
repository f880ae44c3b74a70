package io.ttalloc.analysis.report;

import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.analysis.decision.Suppressed;
import io.ttalloc.analysis.facts.Timeline;
import io.ttalloc.analysis.finding.ClosedViews;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.FindingSum;
import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.finding.PartOf;
import io.ttalloc.analysis.finding.Whose;
import io.ttalloc.analysis.fold.Totals;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.ProgramName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Combines the reports on several processes, such as the JVMs of a build, into one report.
 *
 * <p>Findings of several processes with the same type and stack become one finding if they are
 * judged alike. Devices, marks and lifetimes belong to a single process and are omitted, as are
 * individual resources.
 */
public final class ReportSum {
  private static final Timeline NO_TIMELINE = new Timeline(0, 0, List.of(), 0);
  private static final int PROGRAMS_NAMED = 3;

  private record Key(
      String fingerprint,
      Finding.Judgement judgement,
      @Nullable String space,
      Whose.By by,
      @Nullable PartOf partOf) {
    static Key of(Finding finding) {
      Finding.Judgement judged = finding.judgement();
      return new Key(
          finding.fingerprint(),
          // Findings that differ only in the level of confidence are combined.
          new Finding.Judgement(
              judged.verdict(),
              judged.leak(),
              judged.growing(),
              Confidence.Level.HIGH,
              judged.suppressedBy(),
              judged.baseline()),
          finding.location().space(),
          finding.whose().by(),
          finding.identity().partOf());
    }
  }

  private ReportSum() {}

  /**
   * Returns the sum of at least one report.
   *
   * @param command the command that shows more of the ledgers
   */
  public static Report of(List<Report> reports, Report.Command command) {
    Report first = reports.get(0);
    if (reports.size() == 1) {
      return first;
    }
    ProcessEntry process = process(reports.stream().map(Report::process).toList());
    List<Finding> findings = findings(reports, process.clock().base());
    List<TallyEntry> opened = all(reports.stream().map(r -> r.history().opened()));
    List<Misuse> misuse = all(reports.stream().map(Report::misuse));
    long nextOverdue =
        reports.stream().mapToLong(r -> r.judged().nextOverdueNanos()).min().orElseThrow();
    return new Report(
        process,
        Confidence.inAll(reports.stream().map(Report::confidence).toList()),
        reports.stream().map(Report::totals).reduce(Totals::plus).orElseThrow(),
        new Report.Memory(List.of(), false, null, List.of()),
        new Report.History(List.of(), NO_TIMELINE, List.of(), opened),
        new Report.Judged(findings, ReportEntry.of(findings), nextOverdue),
        unlisted(reports),
        misuse,
        new Report.Effects(
            uses(reports),
            gone(reports),
            first.effects().ownOnly(),
            first.effects().undecidedToo()),
        command);
  }

  /**
   * Combines the processes into one that lasts from the first start to the last end, and whose way
   * of ending is the worst among the processes.
   */
  private static ProcessEntry process(List<ProcessEntry> each) {
    Instant base = each.stream().map(p -> p.clock().base()).min(Comparator.naturalOrder()).get();
    Instant end =
        each.stream().map(p -> p.clock().lastSeenAt()).max(Comparator.naturalOrder()).get();
    long nanos = nanos(base, end);
    Set<Gap> gaps = EnumSet.noneOf(Gap.class);
    each.forEach(process -> gaps.addAll(process.gaps()));
    Set<String> jvms = new LinkedHashSet<>();
    each.forEach(process -> jvms.add(process.jvm()));
    return new ProcessEntry(
        ProcessEntry.SEVERAL,
        each.stream().map(ProcessEntry::startedAt).min(Comparator.naturalOrder()).get(),
        new ProcessEntry.Clock(base, 0, nanos, nanos),
        programs(each),
        String.join(", ", jvms),
        ended(each),
        each.stream().anyMatch(ProcessEntry::attachedLate),
        each.stream().allMatch(ProcessEntry::stacksCaptured),
        Set.copyOf(gaps));
  }

  /**
   * Returns the nanoseconds between two instants; {@code Long.MAX_VALUE}, about 292 years, if the
   * instants in a damaged ledger are further apart.
   */
  private static long nanos(Instant from, Instant to) {
    try {
      return Duration.between(from, to).toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  private static ProcessEntry.Ended ended(List<ProcessEntry> each) {
    for (ProcessEntry.Ended worst :
        List.of(
            ProcessEntry.Ended.RUNNING, ProcessEntry.Ended.KILLED, ProcessEntry.Ended.DETACHED)) {
      if (each.stream().anyMatch(process -> process.ended() == worst)) {
        return worst;
      }
    }
    return ProcessEntry.Ended.EXIT;
  }

  /** A description of the programs: {@code 3 JVMs (a.jar, b.jar)}. */
  private static String programs(List<ProcessEntry> each) {
    List<String> names = each.stream().map(p -> ProgramName.of(p.command())).distinct().toList();
    int named = Math.min(PROGRAMS_NAMED, names.size());
    return Numbers.counted(each.size(), "JVM")
        + " ("
        + String.join(", ", names.subList(0, named))
        + (names.size() > named ? ", ..." : "")
        + ")";
  }

  private static List<Finding> findings(List<Report> reports, Instant base) {
    Map<Key, List<Finding>> alike = new LinkedHashMap<>();
    for (Report report : reports) {
      long later = nanos(base, report.process().clock().base());
      for (Finding finding : report.findings()) {
        alike
            .computeIfAbsent(Key.of(finding), key -> new ArrayList<>())
            .add(finding.openedLater(later));
      }
    }
    return alike.values().stream().map(FindingSum::ofOneStack).sorted(Finding.WORST_FIRST).toList();
  }

  private static Report.Unlisted unlisted(List<Report> reports) {
    Map<String, Long> containers = new TreeMap<>();
    ClosedViews.Count views = new ClosedViews.Count(0, 0);
    long unknownCloses = 0;
    for (Report report : reports) {
      report.unlisted().containers().forEach((type, n) -> containers.merge(type, n, Long::sum));
      views = views.plus(report.unlisted().views());
      unknownCloses = SaturatedSum.of(unknownCloses, report.unlisted().unknownCloses());
    }
    return new Report.Unlisted(
        containers, views, unknownCloses, all(reports.stream().map(r -> r.unlisted().threads())));
  }

  /**
   * Returns each suppression once, with its effects added up. The same suppressions were applied to
   * all processes.
   */
  private static List<Suppressed.Use> uses(List<Report> reports) {
    List<Suppressed.Use> sums = new ArrayList<>(reports.get(0).effects().suppressions());
    for (Report report : reports.subList(1, reports.size())) {
      for (int i = 0; i < sums.size(); i++) {
        sums.set(i, sums.get(i).plus(report.effects().suppressions().get(i)));
      }
    }
    return List.copyOf(sums);
  }

  /** Returns the findings of the baseline that none of the reports has. */
  private static @Nullable List<RecordedFinding> gone(List<Report> reports) {
    List<RecordedFinding> gone = reports.get(0).effects().gone();
    if (gone == null) {
      return null;
    }
    List<RecordedFinding> everywhere = new ArrayList<>(gone);
    for (Report report : reports.subList(1, reports.size())) {
      List<RecordedFinding> here = report.effects().gone();
      if (here != null) {
        everywhere.retainAll(here);
      }
    }
    return List.copyOf(everywhere);
  }

  private static <T> List<T> all(Stream<List<T>> lists) {
    return lists.flatMap(List::stream).toList();
  }
}
