package io.ttalloc.it.packs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.WayFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Opens resources in every way under a pack, in a separate JVM for each {@link
 * OpensInEveryWay.End}, and compares the reports.
 */
public final class PackRuns {
  /** The selection of packs. */
  public enum Choice {
    /** The pack alone. */
    BY_NAME,
    /** All packs. */
    AUTO
  }

  /**
   * JVM flags that reserve so much space that no collection happens before the exit. After a
   * collection, the JDK reuses the connection of a dropped stream instead of opening another one.
   */
  private static final String[] COLLECTS_AT_EXIT = {"-Xmn256m", "-XX:MetaspaceSize=256m"};

  private static final Set<String> COLLECTED = Set.of("LOST", "RECLAIMED");

  private final Pack pack;
  private final Choice choice;
  private final int major;
  private final List<Way> ways;
  private final WayFinder finder;
  private final Set<String> ofPack = new TreeSet<>();

  /** The ways on the stack of each finding, cached because many look-ups need them. */
  private final Map<JsonObject, List<Way>> onStacks = new IdentityHashMap<>();

  private final Map<OpensInEveryWay.End, JsonReport> reports =
      new EnumMap<>(OpensInEveryWay.End.class);

  private PackRuns(Pack pack, Choice choice, Jdk jdk) {
    this.pack = pack;
    this.choice = choice;
    major = jdk.major();
    ways = pack.ways(major);
    finder = new WayFinder(ways);
    ways.forEach(way -> ofPack.addAll(way.types()));
  }

  /**
   * Scores a pack on a JDK, once alone and once with all packs; the scores must be equal.
   *
   * @return the scores, which do not depend on the choice
   */
  public static List<WayScore> scoresOfBoth(Pack pack, Jdk jdk, Path parent, List<Path> classPath)
      throws Exception {
    PackRuns named = of(pack, Choice.BY_NAME, jdk, parent, classPath);
    PackRuns auto = of(pack, Choice.AUTO, jdk, parent, classPath);
    assertThat(auto.scores()).isEqualTo(named.scores());
    for (OpensInEveryWay.End end : OpensInEveryWay.End.values()) {
      assertThat(auto.leaks(end)).as("%s, %s", pack.name(), end).isEqualTo(named.leaks(end));
    }
    return named.scores();
  }

  /**
   * Scores a pack on a JDK. Also asserts that all leaks belong to ways, that no close was missed,
   * and that there is no misuse.
   *
   * @param classPath the ways and the classes that they use, in addition to this package
   */
  public static List<WayScore> scores(
      Pack pack, Choice choice, Jdk jdk, Path parent, List<Path> classPath) throws Exception {
    return of(pack, choice, jdk, parent, classPath).scores();
  }

  private static PackRuns of(Pack pack, Choice choice, Jdk jdk, Path parent, List<Path> classPath)
      throws Exception {
    PackRuns runs = new PackRuns(pack, choice, jdk);
    runs.run(jdk, parent, classPath);
    for (OpensInEveryWay.End end : OpensInEveryWay.End.values()) {
      assertThat(runs.report(end).lastingReasons()).as("%s, %s", pack.name(), end).isEmpty();
      assertThat(runs.report(end).misuse()).as("%s, %s", pack.name(), end).isEmpty();
    }
    assertThat(runs.elsewhere()).as(pack.name()).isEmpty();
    assertThat(runs.notClosed()).as(pack.name()).isEmpty();
    assertThat(runs.notCollected()).as(pack.name()).isEqualTo(pack.keptReachable());
    return runs;
  }

  /**
   * The leaks with all packs when everything is left open: first in a process that finds no classes
   * woven by an earlier process, and then in one that finds all of them.
   */
  static List<Map<String, Long>> leaksColdAndWarm(Pack pack, Jdk jdk, Path parent)
      throws Exception {
    PackRuns runs = new PackRuns(pack, Choice.AUTO, jdk);
    TrackedRun tracked = TrackedRun.in(parent).option("packs=auto").option("holders=true");
    List<Map<String, Long>> leaks = new ArrayList<>();
    try (Servers servers = new Servers()) {
      for (String places : List.of("cold", "warm")) {
        Path folder = Files.createDirectory(tracked.file(places)).toRealPath();
        runs.run(
            OpensInEveryWay.End.KEPT,
            tracked,
            tracked.withOwnFolder(jdk),
            folder,
            servers,
            List.of());
        leaks.add(runs.leaks(OpensInEveryWay.End.KEPT));
        Files.delete(tracked.jsonFile());
      }
    }
    return leaks;
  }

  private void run(Jdk jdk, Path parent, List<Path> classPath) throws Exception {
    try (Servers servers = new Servers()) {
      for (OpensInEveryWay.End end : OpensInEveryWay.End.values()) {
        boolean left = end != OpensInEveryWay.End.CLOSED;
        String packs = choice == Choice.AUTO ? "auto" : pack.name();
        TrackedRun tracked =
            TrackedRun.in(parent).option("packs=" + packs).option("holders=" + left);
        Path places = Files.createDirectory(tracked.file("places")).toRealPath();
        run(end, tracked, tracked.on(jdk), places, servers, classPath);
      }
    }
  }

  private void run(
      OpensInEveryWay.End end,
      TrackedRun tracked,
      TestJvm jvm,
      Path places,
      Servers servers,
      List<Path> classPath)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of(end.name(), places.toString()));
    pack.kinds().forEach(kind -> arguments.add(kind.getName()));
    JvmResult result =
        jvm.classPath(classPath.toArray(Path[]::new))
            .jvmFlags(pack.flags().toArray(String[]::new))
            .jvmFlags(servers.flags().toArray(String[]::new))
            .jvmFlags(COLLECTS_AT_EXIT)
            .main(OpensInEveryWay.class, arguments.toArray(String[]::new))
            .timeLimit(Duration.ofMinutes(10))
            .run()
            .expectSuccess();
    assertThat(result.err()).doesNotContain("heap dump cannot be read");
    reports.put(end, tracked.json());
  }

  private JsonReport report(OpensInEveryWay.End end) {
    return Objects.requireNonNull(reports.get(end), end.name());
  }

  /** The findings of the pack's types; other packs have other types. */
  private List<JsonObject> findings(OpensInEveryWay.End end) {
    List<JsonObject> all = report(end).findings();
    return choice == Choice.BY_NAME
        ? all
        : all.stream()
            .filter(finding -> ofPack.contains(finding.get("type").getAsString()))
            .toList();
  }

  /**
   * The leaks of each way, which must not depend on the choice of packs. Omits what depends on
   * chance: idle connections, the threads that accepted them, and whether a resource was collected.
   */
  private Map<String, Long> leaks(OpensInEveryWay.End end) {
    Map<String, Long> leaks = new TreeMap<>();
    for (JsonObject finding : findings(end)) {
      if (finding.get("leak").getAsBoolean()) {
        String verdict =
            end == OpensInEveryWay.End.DROPPED ? "" : finding.get("verdict").getAsString() + " ";
        String by =
            ways.stream()
                .filter(way -> isOf(finding, way))
                .map(way -> way.facts().code())
                .findFirst()
                .orElse("no way");
        String leak = verdict + finding.get("type").getAsString() + " by " + by;
        leaks.merge(leak, finding.get("count").getAsLong(), Long::sum);
      }
    }
    return leaks;
  }

  private List<WayScore> scores() {
    List<WayScore> scores = new ArrayList<>();
    for (Way way : ways) {
      long opened = 0;
      long found = 0;
      long falseAlarms = 0;
      List<OpensInEveryWay.End> leavingOpen = OpensInEveryWay.End.leavingOpen(way, major);
      for (OpensInEveryWay.End end : OpensInEveryWay.End.values()) {
        long each = leavingOpen.contains(end) ? (long) OpensInEveryWay.TIMES * way.resources() : 0;
        long rightly = Math.min(each, right(end, way));
        opened += each;
        found += rightly;
        falseAlarms += accused(end, way) - (isLeak(way, end) ? rightly : 0);
      }
      scores.add(new WayScore(pack.name(), way, opened, found, falseAlarms));
    }
    return scores;
  }

  /** The types of dropped resources that, according to the report, were never collected. */
  private Set<String> notCollected() {
    Set<String> types = new TreeSet<>();
    for (Way way : ways) {
      if (way.resources() > 0 && way.facts().judged() != Way.Judged.NOT_FOUND) {
        types.add(way.facts().type());
      }
    }
    for (JsonObject finding : findings(OpensInEveryWay.End.DROPPED)) {
      if (COLLECTED.contains(finding.get("verdict").getAsString())) {
        types.remove(finding.get("type").getAsString());
      }
    }
    return types;
  }

  /** Leaks of resources that were opened by the surrounding program or the JDK, not by a way. */
  private List<String> elsewhere() {
    List<String> leaks = new ArrayList<>();
    for (OpensInEveryWay.End end : OpensInEveryWay.End.values()) {
      for (JsonObject finding : findings(end)) {
        if (finding.get("leak").getAsBoolean()
            && ways.stream().noneMatch(way -> isOf(finding, way))) {
          leaks.add(finding.toString());
        }
      }
    }
    return leaks;
  }

  /**
   * The findings of the run that closes everything, for ways whose resources never count as leaks.
   * These findings are the only sign that a close was missed.
   */
  private List<String> notClosed() {
    List<String> open = new ArrayList<>();
    for (JsonObject finding : findings(OpensInEveryWay.End.CLOSED)) {
      if (ways.stream()
          .filter(way -> way.facts().judged() == Way.Judged.NO_LEAK)
          .filter(way -> way.types().contains(finding.get("type").getAsString()))
          .anyMatch(way -> isOf(finding, way))) {
        open.add(finding.toString());
      }
    }
    return open;
  }

  private static boolean isLeak(Way way, OpensInEveryWay.End end) {
    return switch (way.facts().judged()) {
      case LEAK, LEAK_OF_NOBODY -> true;
      case LEAK_UNLESS_DROPPED -> end == OpensInEveryWay.End.KEPT;
      case NO_LEAK, NOT_FOUND -> false;
    };
  }

  private long right(OpensInEveryWay.End end, Way way) {
    return findings(end).stream()
        .filter(finding -> way.types().contains(finding.get("type").getAsString()))
        .filter(finding -> isOf(finding, way))
        .filter(finding -> finding.get("leak").getAsBoolean() == isLeak(way, end))
        .mapToLong(finding -> finding.get("count").getAsLong())
        .sum();
  }

  private long accused(OpensInEveryWay.End end, Way way) {
    return findings(end).stream()
        .filter(finding -> isOf(finding, way) && finding.get("leak").getAsBoolean())
        .mapToLong(finding -> finding.get("count").getAsLong())
        .sum();
  }

  /** Whether a way opened the resources of a finding, or is the only way that could have. */
  private boolean isOf(JsonObject finding, Way way) {
    if (way.facts().judged() != Way.Judged.LEAK_OF_NOBODY) {
      return isOnStack(finding, way);
    }
    return finding.get("type").getAsString().equals(way.facts().type())
        && ways.stream().noneMatch(each -> isOnStack(finding, each));
  }

  private boolean isOnStack(JsonObject finding, Way way) {
    return onStacks.computeIfAbsent(finding, this::onStack).contains(way);
  }

  private List<Way> onStack(JsonObject finding) {
    List<Way> found = new ArrayList<>();
    for (JsonElement each : finding.getAsJsonArray("openedBy")) {
      JsonObject frame = each.getAsJsonObject();
      Way opener =
          finder.find(
              frame.get("class").getAsString(),
              frame.get("method").getAsString(),
              frame.get("line").getAsInt());
      if (opener != null) {
        found.add(opener);
      }
    }
    return found;
  }
}
