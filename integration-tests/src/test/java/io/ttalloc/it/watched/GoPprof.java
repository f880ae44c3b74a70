package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Go's pprof tool, which reads the profiles that {@code serve} provides. */
final class GoPprof {
  private static final Pattern TYPES = Pattern.compile("(?m)^Samples:\\n(.*)$");
  private static final Pattern SAMPLE = Pattern.compile("(?m)^ *((?:\\d+ +)*\\d+): [\\d ]+$");
  private static final Pattern TOTAL = Pattern.compile("% of ([\\d.]+)(?:B)? total");

  private final Path folder;

  /** Uses the tool, which writes its own files to a folder. */
  GoPprof(Path folder) {
    this.folder = folder;
  }

  /** Whether the tool is on the search path. */
  static boolean isThere() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .anyMatch(path -> Files.isExecutable(Path.of(path, "go")));
  }

  /** The server watches one process, which runs {@code ServeIT.Program}. */
  void readsTheSameTotalsAsTheReportHas(Server server, long pid) throws Exception {
    JsonObject report =
        JsonParser.parseString(server.get("/processes/" + pid + "/report.json")).getAsJsonObject();
    long count = sum(report, "count");
    long bytes = sum(report, "regionBytes");
    assertThat(count).isEqualTo(93 * ServeIT.NUMBER);
    assertThat(bytes).isEqualTo(64 * count);

    String inuse = "http://" + server.address() + "/debug/pprof/inuse";
    Map<String, Long> totals = totals(go("-raw", inuse));
    assertThat(totals)
        .containsEntry("inuse_objects/count", count)
        .containsEntry("inuse_space/bytes", bytes)
        .containsEntry("alloc_objects/count", 100L * ServeIT.NUMBER);
    String allocs = "http://" + server.address() + "/debug/pprof/allocs";
    assertThat(totals(go("-raw", allocs))).isEqualTo(totals);

    assertThat(total(go("-top", "-unit=B", inuse))).isEqualTo(bytes);
    assertThat(total(go("-top", "-sample_index=inuse_objects", inuse))).isEqualTo(count);
    assertThat(go("-top", allocs))
        .contains("Type: alloc_")
        .contains("io.ttalloc.it.watched.ServeIT$Program.open");
  }

  private static long sum(JsonObject report, String name) {
    long sum = 0;
    for (JsonElement finding : report.getAsJsonArray("findings")) {
      sum += finding.getAsJsonObject().get(name).getAsLong();
    }
    return sum;
  }

  /** The total of each sample type. */
  private static Map<String, Long> totals(String raw) {
    Matcher types = TYPES.matcher(raw);
    assertThat(types.find()).as(raw).isTrue();
    String[] names = types.group(1).replace("[dflt]", "").split(" ", -1);
    Map<String, Long> totals = new TreeMap<>();
    for (MatchResult sample : SAMPLE.matcher(raw).results().toList()) {
      String[] values = sample.group(1).split(" +", -1);
      for (int i = 0; i < values.length; i++) {
        totals.merge(names[i], Long.parseLong(values[i]), Long::sum);
      }
    }
    return totals;
  }

  private static long total(String top) {
    Matcher total = TOTAL.matcher(top);
    assertThat(total.find()).as(top).isTrue();
    return (long) Double.parseDouble(total.group(1));
  }

  private String go(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("go", "tool", "pprof");
    builder.command().addAll(List.of(arguments));
    // Without these variables, pprof would write to the home folder.
    builder.environment().put("PPROF_TMPDIR", folder.resolve("pprof").toString());
    builder.environment().put("GOCACHE", folder.resolve("go").toString());
    Process go = builder.redirectError(folder.resolve("pprof.log").toFile()).start();
    String said = new String(go.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(go.waitFor()).as(Files.readString(folder.resolve("pprof.log"))).isZero();
    return said;
  }
}
