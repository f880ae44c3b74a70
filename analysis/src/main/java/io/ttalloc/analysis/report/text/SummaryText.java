package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.analysis.memory.Neighbours;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.snapshot.Lifetime;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.wording.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes what was examined and excluded, and how long closed resources lived. */
final class SummaryText {
  private static final int LIFETIMES_SHOWN = 8;

  private SummaryText() {}

  static void write(Report report, Lines lines) {
    excluded(report, lines);
    lifetimes(report.lifetimes(), lines);
    lines.blank();
  }

  private static void excluded(Report report, Lines lines) {
    List<String> excluded = new ArrayList<>();
    boolean rivals = false;
    for (Finding finding : report.findings()) {
      rivals |= finding.verdict() == Verdict.DOUBLE_OPEN;
    }
    if (!rivals && report.totals().addressed() && report.totals().regions() > 0) {
      excluded.add(Lines.padded("double allocation", 19) + neighbours(report.neighbours()));
    }
    boolean comparable = report.totals().addressed() || report.allocatorAsked();
    if (comparable && !report.devices().isEmpty()) {
      excluded.add(Lines.padded("tracking gap", 19) + gap(report));
    }
    if (report.views().opened() > 0) {
      excluded.add(
          Lines.padded("views", 19)
              + Numbers.grouped(report.views().opened())
              + " opened, "
              + Numbers.grouped(report.views().closed())
              + " closed, 0 B");
    }
    if (report.totals().hollow() > 0) {
      excluded.add(
          Lines.padded("hollow", 19)
              + Numbers.counted(report.totals().hollow(), "container")
              + " collected; all that was in them is closed");
    }
    if (!excluded.isEmpty()) {
      lines.blank();
      lines.line("excluded");
      for (String line : excluded) {
        lines.line("  " + line);
      }
    }
  }

  private static String neighbours(@Nullable Neighbours closest) {
    if (closest == null) {
      return "no two owners overlap in any bank";
    }
    return "per bank "
        + Numbers.address(closest.firstStart())
        + "+"
        + closest.firstExtent()
        + " and "
        + Numbers.address(closest.secondStart())
        + "+"
        + closest.secondExtent()
        + " touch, do not overlap";
  }

  private static String gap(Report report) {
    if (!report.allocatorAsked()) {
      return "not excluded: the allocator was never asked";
    }
    long unattributed = report.totals().unattributedBytes();
    long vanished = report.totals().vanishedBytes();
    if (unattributed == 0 && vanished == 0) {
      String where = askedEverywhere(report) ? "on every device" : "where it was asked";
      return "allocator agrees " + where + ": unattributed 0 B, vanished 0 B";
    }
    List<String> differences = new ArrayList<>();
    for (DeviceRow row : report.devices()) {
      String where = "device " + row.device() + " " + row.space() + " ";
      if (row.unattributedBytes() > 0) {
        differences.add(where + "unattributed " + Numbers.bytes(row.unattributedBytes()));
      }
      if (row.vanishedBytes() > 0) {
        differences.add(where + "vanished " + Numbers.bytes(row.vanishedBytes()));
      }
    }
    return "NOT excluded: " + String.join(", ", differences);
  }

  private static boolean askedEverywhere(Report report) {
    for (DeviceRow row : report.devices()) {
      if (row.handles() > 0 && row.allocatorBytes() == null) {
        return false;
      }
    }
    return true;
  }

  private static void lifetimes(List<Lifetime> all, Lines lines) {
    if (all.isEmpty()) {
      return;
    }
    List<Lifetime> most = new ArrayList<>(all);
    most.sort(Comparator.comparingLong(Lifetime::count).reversed());
    lines.blank();
    lines.line("lifetimes of what was closed (p50, p90, p99, max)");
    for (Lifetime lifetime : most.subList(0, Math.min(LIFETIMES_SHOWN, most.size()))) {
      lines.line(
          "  "
              + Numbers.counted(lifetime.count(), Numbers.spoken(lifetime.type()))
              + " of "
              + lifetime.site()
              + ": "
              + percentiles(lifetime));
    }
  }

  private static String percentiles(Lifetime lifetime) {
    String longest = Numbers.duration(lifetime.maxNanos());
    if (lifetime.count() == 1) {
      return longest;
    }
    return Numbers.duration(lifetime.p50Nanos())
        + ", "
        + Numbers.duration(lifetime.p90Nanos())
        + ", "
        + Numbers.duration(lifetime.p99Nanos())
        + ", "
        + longest;
  }
}
