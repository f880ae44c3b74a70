package io.ttalloc.it.packs;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Opens everything in every way under a pack, in a JVM for each end, and compares the reports. */
final class PackRuns {
  private final Packs.Pack pack;
  private final Map<OpensInEveryWay.End, JsonReport> reports =
      new EnumMap<>(OpensInEveryWay.End.class);

  private PackRuns(Packs.Pack pack) {
    this.pack = pack;
  }

  /** Runs them. */
  static PackRuns of(Packs.Pack pack, Jdk jdk, Path parent) throws Exception {
    PackRuns runs = new PackRuns(pack);
    for (OpensInEveryWay.End end : OpensInEveryWay.End.values()) {
      TrackedRun tracked = TrackedRun.in(parent).option("packs=" + pack.name());
      Path places = Files.createDirectory(tracked.file("places")).toRealPath();
      tracked
          .on(jdk)
          .main(OpensInEveryWay.class, end.name(), places.toString(), pack.name())
          .run()
          .expectSuccess();
      runs.reports.put(end, tracked.json());
    }
    return runs;
  }

  /** The report on one of the runs. */
  JsonReport report(OpensInEveryWay.End end) {
    return Objects.requireNonNull(reports.get(end), end.name());
  }

  /** A score for each way. */
  List<WayScore> scores() {
    List<WayScore> scores = new ArrayList<>();
    for (Way way : pack.ways()) {
      long opened = 0;
      long found = 0;
      long falseAlarms = accused(report(OpensInEveryWay.End.CLOSED), way);
      for (OpensInEveryWay.End end :
          List.of(OpensInEveryWay.End.KEPT, OpensInEveryWay.End.DROPPED)) {
        long each = (long) OpensInEveryWay.TIMES * way.resources();
        long rightly = Math.min(each, right(report(end), way));
        opened += each;
        found += rightly;
        falseAlarms += accused(report(end), way) - (isLeak(way) ? rightly : 0);
      }
      scores.add(new WayScore(pack.name(), way, opened, found, falseAlarms));
    }
    return scores;
  }

  /** Leaks that no way has opened: of the program around them, or of the JDK. */
  List<String> elsewhere() {
    List<String> leaks = new ArrayList<>();
    for (JsonReport report : reports.values()) {
      for (JsonObject finding : report.findings()) {
        if (finding.get("leak").getAsBoolean()
            && pack.ways().stream().noneMatch(way -> isOf(finding, way))) {
          leaks.add(finding.toString());
        }
      }
    }
    return leaks;
  }

  private static boolean isLeak(Way way) {
    return way.judged() == Way.Judged.LEAK;
  }

  private static long right(JsonReport report, Way way) {
    return report.findings(way.type()).stream()
        .filter(finding -> isOf(finding, way))
        .filter(finding -> finding.get("leak").getAsBoolean() == isLeak(way))
        .mapToLong(finding -> finding.get("count").getAsLong())
        .sum();
  }

  private static long accused(JsonReport report, Way way) {
    return report.findings().stream()
        .filter(finding -> isOf(finding, way) && finding.get("leak").getAsBoolean())
        .mapToLong(finding -> finding.get("count").getAsLong())
        .sum();
  }

  private static boolean isOf(JsonObject finding, Way way) {
    String opener = way.getClass().getName();
    for (var frame : finding.getAsJsonArray("openedBy")) {
      if (frame.getAsJsonObject().get("class").getAsString().equals(opener)) {
        return true;
      }
    }
    return false;
  }
}
