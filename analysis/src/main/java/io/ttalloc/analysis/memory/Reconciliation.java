package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.record.StatisticsRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares the ledger with what the allocators reported. Missing statistics prove nothing.
 *
 * <p>A resource that is open now and was opened before a sampling was also open at the sampling. So
 * if an allocator held fewer bytes at the sampling than these resources have in the ledger, some of
 * their memory was freed without a close. The sums of the ledger are compared with the last
 * sampling. A report that an allocator held nothing counts even if it is from an earlier sampling,
 * because an allocator disappears at the end of its session and is not queried again.
 */
public final class Reconciliation {
  /**
   * The statistics of an allocator, and the bytes of the open resources in the same memory
   * according to the ledger: of all these resources, and of those opened before the allocator was
   * last sampled.
   */
  record Compared(StatisticsRecord said, long ledgerBytes, long earlierBytes) {
    Unexplained unexplained() {
      return new Unexplained(
          Math.max(0, said.allocatedBytes() - ledgerBytes),
          Math.max(0, earlierBytes - said.allocatedBytes()));
    }
  }

  private final List<Compared> compared = new ArrayList<>();

  /** For each device space, the latest report that the space was empty. */
  private final Map<DeviceSpace, StatisticsRecord> empty = new HashMap<>();

  Reconciliation(
      List<StatisticsRecord> all, List<StatisticsRecord> lastRound, Collection<Regions> regions) {
    for (StatisticsRecord said : all) {
      if (said.allocatedBytes() == 0) {
        DeviceSpace there = new DeviceSpace(said.session(), said.device(), said.space());
        empty.merge(there, said, (a, b) -> a.atNanos() < b.atNanos() ? b : a);
      }
    }
    for (StatisticsRecord said : lastRound) {
      long ledger = 0;
      long earlier = 0;
      for (Regions there : regions) {
        if (covers(said, there.deviceSpace())) {
          ledger = SaturatedSum.of(ledger, there.liveBytes());
          earlier = SaturatedSum.of(earlier, Math.max(0, there.liveBytes() - there.lateBytes()));
        }
      }
      compared.add(new Compared(said, ledger, earlier));
    }
  }

  /** The entries of the last sampling. */
  static List<StatisticsRecord> lastRound(List<StatisticsRecord> all) {
    int last = all.stream().mapToInt(StatisticsRecord::round).max().orElse(0);
    return all.stream().filter(entry -> entry.round() == last).toList();
  }

  List<Compared> compared() {
    return compared;
  }

  /**
   * Returns a report from {@code openedNanos} or later that the device space was empty, which
   * proves that a resource opened there at {@code openedNanos} is no longer allocated; null if
   * there is no such report.
   */
  public @Nullable StatisticsRecord provesEmpty(DeviceSpace deviceSpace, long openedNanos) {
    if (empty.isEmpty()) {
      return null;
    }
    // An allocator may report on one space or session, or on all of them together.
    for (String session : new @Nullable String[] {deviceSpace.session(), null}) {
      for (String space : new @Nullable String[] {deviceSpace.space(), null}) {
        StatisticsRecord said = empty.get(new DeviceSpace(session, deviceSpace.device(), space));
        if (said != null && openedNanos <= said.atNanos()) {
          return said;
        }
      }
    }
    return null;
  }

  /** Whether any allocator reported anything. */
  public boolean isKnown() {
    return !compared.isEmpty();
  }

  private static boolean covers(StatisticsRecord said, DeviceSpace deviceSpace) {
    return said.device() == deviceSpace.device()
        && (said.session() == null || said.session().equals(deviceSpace.session()))
        && (said.space() == null || said.space().equals(deviceSpace.space()));
  }
}
