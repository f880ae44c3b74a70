package io.ttalloc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.dump.LedgerDump;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the command without a terminal. */
class TopCommandTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(List.of(arguments));
    // Other processes on the machine must not matter here.
    all.add("--monitor=none");
    return Main.run(
        all,
        new InstallFolder(Path.of("")),
        LedgerDump.ofLedgers(LedgerLookup.ofThisUser()),
        new PrintWriter(out, true),
        new PrintWriter(err, true));
  }

  private JsonObject json(String command) {
    assertThat(run(command, "--json", "--dir", folder.toString())).as(err.toString()).isZero();
    return JsonParser.parseString(out.toString()).getAsJsonObject();
  }

  private void writeLedgers() throws IOException {
    SampleLedger.of(folder, 1, START, "java -jar a.jar").open("x", 1).open("y", 2).ended(3);
    SampleLedger.of(folder, 2, START, "java -jar b\u001b.jar").open("x", 1).openAt("x", 8).killed();
    SampleLedger.of(folder, 3, START, "java -jar c.jar").ended(3);
  }

  @Test
  void countsAreThoseOfPs() throws IOException {
    writeLedgers();
    SampleLedger running =
        SampleLedger.of(folder, 4, START, "java -jar d.jar").openOn(0, "DRAM", "buffer", 4_032);
    try (LedgerLock lock = running.running()) {
      assertThat(lock).isNotNull();
      List<JsonObject> listed = objects(json("ps"), "ledgers");
      JsonObject top = json("top");
      List<JsonObject> processes = objects(top, "processes");

      assertThat(top.get("schema").getAsString()).isEqualTo("tt-alloc-top/1");
      assertThat(listed).hasSize(4);
      assertThat(processes).hasSameSizeAs(listed);
      for (JsonObject row : listed) {
        JsonObject process = withLedger(row.get("ledger"), processes);
        for (String key :
            List.of("pid", "state", "startedAt", "command", "live", "liveBytes", "leaks")) {
          assertThat(process.get(key)).as(key).isEqualTo(row.get(key));
        }
        if (!row.get("state").getAsString().equals("running")) {
          assertThat(process.get("ageMillis")).isEqualTo(row.get("ageMillis"));
        }
      }
      JsonObject device = objects(top, "devices").get(0);
      assertThat(device.get("space").getAsString()).isEqualTo("DRAM");
      assertThat(device.get("bytes").getAsLong()).isEqualTo(64);
      assertThat(device.get("capacityBytes").getAsLong()).isEqualTo(4_096);
      JsonObject site = objects(processes.get(0), "sites").get(0);
      assertThat(site.get("count").getAsInt()).isEqualTo(1);
      assertThat(site.getAsJsonArray("fingerprints")).hasSize(1);
      assertThat(processes.get(0).get("openedPerSecond").isJsonNull()).isTrue();
    }
    running.ended(9);
  }

  private static JsonObject withLedger(JsonElement ledger, List<JsonObject> processes) {
    return processes.stream()
        .filter(process -> process.get("ledger").equals(ledger))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void withoutATerminalOneStateIsPrintedAsText() throws IOException {
    writeLedgers();

    assertThat(run("top", "--dir", folder.toString())).isZero();
    String text = out.toString();
    assertThat(text)
        .contains("  1 leak in 1 of 3 processes  1 killed  2 ended\n")
        .containsPattern("PID STATE +AGE COMMAND +LIVE +BYTES LEAKS\n")
        .containsPattern("2 killed +[0-9]+s b.u001b.jar +2 +128 B +[-0-9]\n")
        .contains("SITES of all processes\n")
        .doesNotContain("\u001b");
    assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    assertThat(err.toString()).isEmpty();

    assertThat(run("top", "--once", "--dir", folder.toString())).isZero();
    assertThat(out.toString().lines().skip(1)).isEqualTo(text.lines().skip(1).toList());
  }

  @Test
  void whatTheLimitLeavesOutIsCounted() throws IOException {
    writeLedgers();

    assertThat(run("top", "--limit=1", "--dir", folder.toString())).isZero();
    assertThat(out.toString()).contains("1 killed\n").contains("2 more ledgers not shown\n");
    assertThat(json("top").get("omitted").getAsInt()).isZero();
  }

  @Test
  void anEmptyFolderSaysSo() {
    assertThat(run("top", "--dir", folder.toString())).isZero();
    assertThat(out.toString()).containsPattern("^tt-alloc top  [0-9:]{8}  no ledgers\n$");
  }

  @ParameterizedTest
  @ValueSource(strings = {"99ms", "0s", "61m", "2h", "1", "-1s", "", "s", "9999999999s"})
  void anIntervalThatIsNoneIsAnError(String interval) {
    assertThat(run("top", "--once", "--interval=" + interval)).isEqualTo(1);
    assertThat(err.toString())
        .contains(
            "'"
                + interval
                + "' is not an interval, expected a number and a unit (ms, s or m), from 100ms to");
  }

  @ParameterizedTest
  @ValueSource(strings = {"100ms", "1s", "60m"})
  void anIntervalHasAUnit(String interval) {
    assertThat(run("top", "--once", "--interval=" + interval, "--dir", folder.toString())).isZero();
  }

  @Test
  void aLimitOfNothingIsAnError() {
    assertThat(run("top", "--limit=0")).isEqualTo(1);
    assertThat(err.toString()).contains("--limit is 0, expected 1 or more");
  }

  private static List<JsonObject> objects(JsonObject of, String name) {
    List<JsonObject> objects = new ArrayList<>();
    for (JsonElement element : of.getAsJsonArray(name)) {
      objects.add(element.getAsJsonObject());
    }
    return objects;
  }
}
