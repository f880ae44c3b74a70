package io.ttalloc.watch;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.DeviceShare;
import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.record.StatisticsRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a report that is kept while its process is watched. Immutable.
 *
 * @param sites the worst entries of the report, the worst first
 * @param omittedSites the number of further entries in the report
 * @param groups the open resources by type, place and verdict; bounded
 * @param types the openings and closes by type; bounded
 */
public record ReportDigest(
    Reading reading,
    Sums sums,
    List<SiteUse> sites,
    long omittedSites,
    List<LiveGroup> groups,
    List<TypeUse> types,
    Map<DeviceRow.Key, Parts> parts) {

  /**
   * The time at which the ledger was read, and the period for which the report remains complete.
   *
   * @param isFinal whether the process had ended before the reading, so that the report can no
   *     longer change
   * @param lastSeen when the process was last seen
   * @param goodForNanos the time after the reading from which a new report may contain more even if
   *     nothing was opened or closed, because a resource becomes OVERDUE or an OVERDUE one may have
   *     returned to its cache
   */
  public record Reading(Instant at, boolean isFinal, Instant lastSeen, long goodForNanos) {}

  /**
   * The whole report in a few numbers.
   *
   * @param headline the verdict on the whole run in one sentence
   * @param live the number of open resources, counted by handle, as in entries and metrics
   * @param liveBytes the bytes of the open resources, counting each region of memory once
   * @param leaks the number of leaks; null if no leak is known so far, but there may be some
   * @param growing the number of growing entries
   * @param mayGrow the number of entries that may be growing, judged without marks by opening times
   */
  public record Sums(
      String headline,
      long live,
      long liveBytes,
      @Nullable Long leaks,
      long growing,
      long mayGrow) {}

  /**
   * The parts of a space's use that {@link DeviceUse} distinguishes. The memory in use and its
   * overlap are read before the other parts. The parts may contradict each other if slots of a
   * running process change in between.
   */
  record Parts(
      long addressed,
      long shared,
      long infrastructure,
      long cached,
      long overlap,
      long bytes,
      @Nullable Long capacity) {
    static final Parts NONE = unjudged(0);

    /** The parts for a space before the first report. */
    static Parts unjudged(long bytes) {
      return new Parts(bytes, 0, 0, 0, 0, bytes, null);
    }

    /**
     * The used fraction of the capacity, not counting infrastructure; null if the capacity is
     * unknown.
     */
    @Nullable Double level() {
      if (capacity == null || capacity <= 0) {
        return null;
      }
      long used = Math.min(SaturatedSum.left(bytes, overlap), capacity);
      long system = Math.min(used, infrastructure);
      return used == system ? 0.0 : (double) (used - system) / (capacity - system);
    }

    private Parts plus(Parts other) {
      return new Parts(
          SaturatedSum.of(addressed, other.addressed),
          SaturatedSum.of(shared, other.shared),
          SaturatedSum.of(infrastructure, other.infrastructure),
          SaturatedSum.of(cached, other.cached),
          SaturatedSum.of(overlap, other.overlap),
          SaturatedSum.of(bytes, other.bytes),
          capacity == null ? other.capacity : capacity);
    }
  }

  /** The name that the counters use for a space without a name. */
  private static final String UNKNOWN = "?";

  /**
   * The time for which a report with OVERDUE resources counts as complete. Such resources may
   * return to a cache, which no counter shows.
   */
  private static final long OVERDUE_GOOD_FOR_NANOS = 10_000_000_000L;

  /** The number of sites kept by default. */
  public static final int MAX_SITES = 200;

  private static final int MAX_GROUPS = 500;
  private static final int MAX_TYPES = 100;

  public ReportDigest {
    sites = List.copyOf(sites);
    groups = List.copyOf(groups);
    types = List.copyOf(types);
    parts = Map.copyOf(parts);
  }

  /**
   * Returns the digest of a report.
   *
   * @param before the digest of an earlier report on the same process, or null
   * @param maxSites the maximum number of sites to keep; the report entry of each is kept as a
   *     whole
   */
  static ReportDigest of(
      LedgerImage image, Report report, Instant at, @Nullable ReportDigest before, int maxSites) {
    boolean known = report.leaks() > 0 || report.isJudged();
    List<ReportEntry> entries = report.entries();
    List<SiteUse> sites = new ArrayList<>();
    Map<SiteUse.Key, SiteUse> earlier = new HashMap<>();
    if (before != null) {
      before.sites.forEach(site -> earlier.putIfAbsent(site.key(), site));
    }
    for (ReportEntry entry : entries.subList(0, Math.min(maxSites, entries.size()))) {
      sites.add(SiteUse.of(entry, at, earlier.get(SiteUse.Key.of(entry))));
    }
    return new ReportDigest(
        new Reading(
            at,
            image.process().ended() != ProcessEntry.Ended.RUNNING,
            image.process().clock().lastSeenAt(),
            goodForNanos(report)),
        new Sums(
            Headline.of(report).text(),
            live(report),
            report.totals().use().bytes(),
            known ? (Long) report.leaks() : null,
            entries.stream().filter(entry -> entry.group().growing()).count(),
            report.mayGrow()),
        sites,
        entries.size() - sites.size(),
        LiveGroup.of(report.findings(), MAX_GROUPS),
        TypeUse.of(report, MAX_TYPES),
        parts(image, report));
  }

  /**
   * The number of open resources in all findings. In a running process, it may differ from the
   * totals.
   */
  private static long live(Report report) {
    return report.findings().stream()
        .filter(finding -> !finding.verdict().isReclaimed())
        .mapToLong(finding -> finding.amount().count())
        .reduce(0, SaturatedSum::of);
  }

  private static long goodForNanos(Report report) {
    boolean overdue =
        report.findings().stream().anyMatch(finding -> finding.verdict() == Verdicts.OVERDUE);
    long max = overdue ? OVERDUE_GOOD_FOR_NANOS : Long.MAX_VALUE;
    return Math.min(max, report.judged().nextOverdueNanos());
  }

  private static Map<DeviceRow.Key, Parts> parts(LedgerImage image, Report report) {
    Map<DeviceRow.Key, Parts> parts = new HashMap<>();
    capacities(image.rows(StatisticsRecord.class))
        .forEach((key, bytes) -> parts.put(key, new Parts(0, 0, 0, 0, 0, 0, bytes)));
    for (DeviceRow row : report.memory().devices()) {
      parts.merge(new DeviceRow.Key(row.device(), row.space()), addressed(row), Parts::plus);
      if (row.space().equals(DeviceRow.UNNAMED)) {
        parts.merge(new DeviceRow.Key(row.device(), UNKNOWN), addressed(row), Parts::plus);
      }
    }
    for (Finding finding : report.findings()) {
      if (finding.verdict().isReclaimed()) {
        continue;
      }
      String space = Objects.requireNonNullElse(finding.location().space(), UNKNOWN);
      for (DeviceShare share : finding.shares()) {
        Integer device = share.device();
        if (device != null && device >= 0) {
          parts.merge(new DeviceRow.Key(device, space), part(finding, share), Parts::plus);
        }
      }
    }
    return parts;
  }

  private static Parts part(Finding finding, DeviceShare share) {
    long unshared = share.bytes() - share.sharedBytes();
    boolean infrastructure = finding.verdict() == Verdicts.INFRASTRUCTURE;
    boolean cached = finding.verdict() == Verdicts.CACHED;
    return new Parts(
        0,
        share.sharedBytes(),
        infrastructure ? unshared : 0,
        cached ? unshared : 0,
        0,
        share.bytes(),
        null);
  }

  /**
   * Computes how much memory is in use. Handles may overlap other handles of their session, or
   * handles that an earlier session left open at the same addresses.
   */
  private static Parts addressed(DeviceRow row) {
    long addressed = Math.min(row.use().bytes(), row.distinctBytes());
    long overlap = SaturatedSum.left(row.use().handleBytes(), addressed);
    return new Parts(addressed, 0, 0, 0, overlap, 0, null);
  }

  /**
   * Returns the capacities from the latest sampling: the sum of allocated and free bytes, or the
   * highest such sum if there are several for one space.
   */
  private static Map<DeviceRow.Key, Long> capacities(List<StatisticsRecord> statistics) {
    Map<DeviceRow.Key, Integer> latest = new HashMap<>();
    for (StatisticsRecord entry : statistics) {
      latest.merge(key(entry), entry.round(), Math::max);
    }
    Map<DeviceRow.Key, Long> capacities = new HashMap<>();
    for (StatisticsRecord entry : statistics) {
      boolean said = entry.freeBytes() >= 0 && entry.allocatedBytes() >= 0;
      if (said && Objects.equals(latest.get(key(entry)), entry.round())) {
        capacities.merge(
            key(entry), SaturatedSum.of(entry.allocatedBytes(), entry.freeBytes()), Math::max);
      }
    }
    return capacities;
  }

  private static DeviceRow.Key key(StatisticsRecord entry) {
    return new DeviceRow.Key(entry.device(), Objects.requireNonNullElse(entry.space(), UNKNOWN));
  }

  /** The fingerprints of the findings that are leaks and whose entries are kept. */
  Set<String> leaking() {
    Set<String> leaking = new HashSet<>();
    for (SiteUse site : sites) {
      for (Finding finding : site.entry().findings()) {
        if (finding.leak()) {
          leaking.add(finding.fingerprint());
        }
      }
    }
    return leaking;
  }

  /** Returns the number of open resources with this verdict. */
  public long countOf(Verdict verdict) {
    return groups.stream()
        .filter(group -> group.kind().verdict().equals(verdict.toString()))
        .mapToLong(LiveGroup::count)
        .reduce(0, SaturatedSum::of);
  }

  /** Returns the parts of the use of a device's space. */
  Parts partsOf(int device, String space) {
    return parts.getOrDefault(new DeviceRow.Key(device, space), Parts.NONE);
  }
}
