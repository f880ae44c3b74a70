package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.html.ShownProcesses;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Tests that every command shows the same facts about six processes. Two of them are killed. */
@Variant
class SixProcessesIT {
  private static final int PROCESSES = 6;
  private static final int KILLED = 2;

  @TempDir private Path folder;

  private TrackedRun tracked;
  private Path gate;

  @OneJdk
  void everyCommandAgreesWithTheCountsOfTheProcessesAndDisturbsNone(Jdk jdk) throws Exception {
    tracked = TrackedRun.in(folder).rules(CountingProgram.RULES);
    tracked.ledgers().keepAll();
    gate = tracked.file("gate");
    List<RunningJvm> programs = new ArrayList<>();
    try (Server server = Server.on(tracked.ledgers().path());
        ShownProcesses page = pageOf(server)) {
      for (int i = 1; i <= PROCESSES; i++) {
        programs.add(
            tracked
                .on(jdk)
                .main(CountingProgram.class, Integer.toString(i), gate.toString())
                .start());
      }
      Map<Long, Own> first = counted(programs, "stands still");
      List<RunningJvm> killed = programs.subList(0, KILLED);
      List<RunningJvm> undisturbed = programs.subList(KILLED, PROCESSES);
      Map<Long, Agreed> running = agreed(first, programs, "running");
      metricsAgree(server, running);
      pageAgrees(page, running);
      Map<Long, JsonObject> before = dumps(killed);

      for (RunningJvm program : killed) {
        assertThat(program.kill().exitStatus()).isEqualTo(128 + 9);
      }
      Map<Long, Agreed> halfKilled = agreed(first, killed, "killed");
      halfKilled.putAll(agreed(first, undisturbed, "running"));
      metricsAgree(server, halfKilled);
      pageAgrees(page, halfKilled);
      commandsAgree(halfKilled);
      Map<Long, JsonObject> dumps = dumps(programs);
      halfKilled.forEach((pid, agreed) -> dumpAgrees(dumps.get(pid), agreed));
      before.forEach((pid, dump) -> isTheSameLiveSet(dump, dumps.get(pid)));

      Files.createFile(gate);
      Map<Long, Own> last = counted(undisturbed, "goes on");
      for (RunningJvm program : undisturbed) {
        assertThat(program.awaitEnd().expectSuccess().err()).contains("tt-alloc: 2 LEAKS: ");
      }
      Map<Long, Agreed> over = agreed(first, killed, "killed");
      over.putAll(agreed(last, undisturbed, "ended"));
      metricsAgree(server, over);
      commandsAgree(over);
    } finally {
      programs.forEach(RunningJvm::close);
    }
  }

  /** The counts that the process itself keeps. */
  private record Own(long opened, long closed, long lost) {
    private static final String SAID = " opened (\\d+) closed (\\d+) lost (\\d+)$";

    /** Reads the counts from the line of output that begins with the given word. */
    static Own of(RunningJvm program, String when) throws InterruptedException {
      Matcher said = Pattern.compile(SAID).matcher(program.awaitLine("^" + when + SAID));
      assertThat(said.find()).isTrue();
      return new Own(
          Long.parseLong(said.group(1)),
          Long.parseLong(said.group(2)),
          Long.parseLong(said.group(3)));
    }
  }

  private static Map<Long, Own> counted(List<RunningJvm> programs, String when)
      throws InterruptedException {
    Map<Long, Own> counts = new LinkedHashMap<>();
    for (RunningJvm program : programs) {
      counts.put(program.pid(), Own.of(program, when));
    }
    return counts;
  }

  /** The values that every command must show for a process. */
  private record Agreed(String state, Own own, long leaks) {
    long live() {
      return own.opened - own.closed;
    }

    /** The values as the page formats them: a lane has 64 B, so sixteen lanes are one KiB. */
    String shown() {
      String format = live() % 16 == 0 ? "%s, %d, %.0f KiB, %d" : "%s, %d, %.1f KiB, %d";
      return format.formatted(state, live(), live() / 16.0, leaks);
    }

    /** The values under the names that the commands use in JSON. */
    Map<String, Object> facts() {
      return Map.of(
          "state",
          state,
          "opened",
          own.opened,
          "closed",
          own.closed,
          "collected",
          own.lost,
          "live",
          live(),
          "liveBytes",
          CountingProgram.BYTES * live(),
          "leaks",
          leaks);
    }
  }

  /** In a running or killed process, a resource is known to be a leak only if it was collected. */
  private static Map<Long, Agreed> agreed(
      Map<Long, Own> counts, List<RunningJvm> programs, String state) {
    Map<Long, Agreed> agreed = new LinkedHashMap<>();
    for (RunningJvm program : programs) {
      long leaks = state.equals("ended") ? 2 : 1;
      agreed.put(program.pid(), new Agreed(state, counts.get(program.pid()), leaks));
    }
    return agreed;
  }

  /** The metrics reach these numbers once the server has judged all processes. */
  private static void metricsAgree(Server server, Map<Long, Agreed> expected) throws Exception {
    server.await("/metrics", text -> disagreement(new Metrics(text), expected));
  }

  private static String disagreement(Metrics metrics, Map<Long, Agreed> expected) {
    StringBuilder found = new StringBuilder();
    expected.forEach(
        (pid, agreed) -> {
          Map<String, Object> said =
              Map.of(
                  "state", metrics.state(pid),
                  "opened", metrics.sum("tt_alloc_opened_total", pid),
                  "closed", metrics.sum("tt_alloc_closed_total", pid),
                  "collected", metrics.sum("tt_alloc_collected_total", pid),
                  "live", metrics.sum("tt_alloc_live", pid),
                  "liveBytes", metrics.sum("tt_alloc_live_bytes", pid),
                  "leaks", metrics.sum("tt_alloc_leaks", pid));
          if (!said.equals(agreed.facts())) {
            found.append("%d: %s, expected %s%n".formatted(pid, said, agreed.facts()));
          }
        });
    return found.toString();
  }

  /** The page in a browser shows the same values. */
  private static void pageAgrees(@Nullable ShownProcesses page, Map<Long, Agreed> expected)
      throws Exception {
    if (page == null) {
      return;
    }
    Map<Long, String> rows = new LinkedHashMap<>();
    expected.forEach((pid, agreed) -> rows.put(pid, agreed.shown()));
    page.await(rows);
  }

  /** The page of the server; null without a browser. */
  private @Nullable ShownProcesses pageOf(Server server) throws Exception {
    return ShownProcesses.canBeSeen(SixProcessesIT.class)
        ? ShownProcesses.at(URI.create("http://" + server.address() + "/"))
        : null;
  }

  private static void dumpAgrees(JsonObject dump, Agreed agreed) {
    JsonObject said = dump.getAsJsonObject("totals").deepCopy();
    said.add("leaks", dump.getAsJsonObject("summary").get("leaks"));
    said.add("state", dump.getAsJsonObject("process").get("ended"));
    assertSays("dump", said, agreed, "state", "opened", "closed", "live", "liveBytes", "leaks");
  }

  /** Asserts that {@code ps} and {@code top} list exactly these processes, with their counts. */
  private void commandsAgree(Map<Long, Agreed> expected) {
    String dir = "--dir=" + tracked.ledgers().path();
    JsonObject listed = Monitor.here("ps", "--json", dir).expectSuccess().json();
    JsonObject seen = Monitor.here("top", "--once", "--json", dir).expectSuccess().json();
    Map<Long, JsonObject> ps = byPid(listed, "ledgers");
    Map<Long, JsonObject> top = byPid(seen, "processes");
    assertThat(ps.keySet()).isEqualTo(expected.keySet());
    assertThat(top.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (pid, agreed) -> {
          assertSays("ps", ps.get(pid), agreed, "state", "live", "liveBytes", "leaks");
          String[] all = agreed.facts().keySet().toArray(String[]::new);
          assertSays("top", top.get(pid), agreed, all);
        });
  }

  private static void assertSays(String command, JsonObject said, Agreed agreed, String... names) {
    for (String name : names) {
      assertThat(said.get(name).getAsString())
          .as("%s of %s in %s", name, command, said)
          .isEqualTo(agreed.facts().get(name).toString());
    }
  }

  private static Map<Long, JsonObject> byPid(JsonObject object, String list) {
    Map<Long, JsonObject> processes = new LinkedHashMap<>();
    object
        .getAsJsonArray(list)
        .forEach(
            one ->
                processes.put(one.getAsJsonObject().get("pid").getAsLong(), one.getAsJsonObject()));
    return processes;
  }

  private Map<Long, JsonObject> dumps(List<RunningJvm> programs) throws IOException {
    Map<Long, JsonObject> dumps = new LinkedHashMap<>();
    for (Path ledger : tracked.ledgers().ledgers()) {
      String name = ledger.getFileName().toString();
      long pid = Long.parseLong(name.substring(0, name.indexOf('-')));
      if (programs.stream().anyMatch(program -> program.pid() == pid)) {
        dumps.put(
            pid, Monitor.here("dump", ledger.toString(), "--format=json").expectSuccess().json());
      }
    }
    assertThat(dumps).hasSameSizeAs(programs);
    return dumps;
  }

  /** Asserts that the same resources are open, with the same stacks and verdicts. */
  private static void isTheSameLiveSet(JsonObject before, JsonObject after) {
    assertThat(before.getAsJsonArray("findings")).hasSize(2);
    assertThat(kept(after)).isEqualTo(kept(before));
    assertThat(after.getAsJsonObject("totals")).isEqualTo(before.getAsJsonObject("totals"));
    assertThat(after.getAsJsonArray("devices")).isEqualTo(before.getAsJsonArray("devices"));
  }

  /** The findings without their age and without the fields that change when a process is killed. */
  private static List<JsonObject> kept(JsonObject dump) {
    List<JsonObject> findings = new ArrayList<>();
    for (JsonElement finding : dump.getAsJsonArray("findings")) {
      JsonObject kept = finding.getAsJsonObject().deepCopy();
      List.of("oldestNanos", "confidence", "why", "reasons").forEach(kept::remove);
      assertThat(kept.getAsJsonArray("openedBy")).hasSizeGreaterThan(2);
      findings.add(kept);
    }
    return findings;
  }
}
