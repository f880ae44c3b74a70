package io.ttalloc.analysis.report;

import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.analysis.memory.Regions.Neighbours;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Determines which possible causes of findings can be ruled out, such as a double allocation. */
public final class Exclusions {
  /** The key of the sentence about gaps in the tracking. */
  public static final String TRACKING_GAP = "tracking gap";

  private Exclusions() {}

  /**
   * Returns the excluded causes in the order of a report: for each name of a cause, a sentence that
   * says why the cause is excluded.
   */
  public static Map<String, String> of(Report report) {
    Map<String, String> excluded = new LinkedHashMap<>();
    boolean contested =
        report.findings().stream().anyMatch(f -> f.verdict() == Verdicts.DOUBLE_OPEN);
    if (!contested && report.totals().addressed() && report.totals().use().regions() > 0) {
      excluded.put("double allocation", closest(report.memory().neighbours()));
    }
    boolean comparable = report.totals().addressed() || report.memory().allocatorAsked();
    if (comparable && !report.memory().devices().isEmpty()) {
      excluded.put(TRACKING_GAP, trackingGap(report));
    }
    if (report.unlisted().views().opened() > 0) {
      excluded.put(
          "views",
          Numbers.grouped(report.unlisted().views().opened())
              + " opened, "
              + Numbers.grouped(report.unlisted().views().closed())
              + " closed, 0 B");
    }
    if (report.totals().hollow() > 0) {
      excluded.put(
          "empty containers",
          Numbers.counted(report.totals().hollow(), "container")
              + " collected unclosed, after all contents had been closed");
    }
    return excluded;
  }

  private static String closest(@Nullable Neighbours closest) {
    if (closest == null) {
      return "no two owners' ranges overlap in any bank";
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

  private static String trackingGap(Report report) {
    if (!report.memory().allocatorAsked()) {
      return "not excluded: the allocator was never queried";
    }
    if (report.totals().unexplained().unattributedBytes() == 0
        && report.totals().unexplained().vanishedBytes() == 0) {
      boolean everywhere =
          report.memory().devices().stream()
              .noneMatch(row -> row.use().handles() > 0 && row.allocator() == null);
      String where = everywhere ? "on every device" : "where it was queried";
      return "allocator agrees " + where + ": unattributed 0 B, vanished 0 B";
    }
    List<String> differences = new ArrayList<>();
    for (DeviceRow row : report.memory().devices()) {
      String where = "device " + row.device() + " " + row.space() + " ";
      if (row.unexplained().unattributedBytes() > 0) {
        differences.add(
            where + "unattributed " + Numbers.bytes(row.unexplained().unattributedBytes()));
      }
      if (row.unexplained().vanishedBytes() > 0) {
        differences.add(where + "vanished " + Numbers.bytes(row.unexplained().vanishedBytes()));
      }
    }
    String before =
        report.process().attachedLate() && report.totals().unexplained().unattributedBytes() > 0
            ? "; what was opened before the agent was attached is unattributed"
            : "";
    return "NOT excluded: " + String.join(", ", differences) + before;
  }
}
