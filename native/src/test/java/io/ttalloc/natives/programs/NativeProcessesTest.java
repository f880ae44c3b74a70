package io.ttalloc.natives.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.cli.Main;
import io.ttalloc.natives.TtMetal;
import io.ttalloc.serve.NativeMonitoring;
import io.ttalloc.serve.RunningServer;
import io.ttalloc.testing.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests how commands and metrics show C++ programs. Without g++, the tests are skipped with a
 * one-line message.
 */
class NativeProcessesTest {
  private static final int PID = (int) ProcessHandle.current().pid();

  @TempDir static Path programs;

  private static CppProgram writer;
  private static CppProgram client;

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private RunningServer server;

  @BeforeAll
  static void compile() throws Exception {
    CppProgram.requireCompiler(NativeProcessesTest.class);
    writer = CppProgram.compile("region_writer", programs);
    client = CppProgram.compile("allocation_client", programs);
  }

  @BeforeEach
  void serve() throws Exception {
    Files.createDirectory(regions());
    NativeMonitoring.Settings natives =
        new NativeMonitoring.Settings(true, socket(), false, regions());
    server =
        RunningServer.start(
            folder, lines -> new TtMetal().start(natives, lines), Writer.nullWriter());
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.close();
  }

  private Path socket() {
    return folder.resolve("socket");
  }

  private Path regions() {
    return folder.resolve("regions");
  }

  private String monitor() {
    return "--monitor=" + server.address();
  }

  private String run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--dir=" + folder);
    all.add("--regions-folder=" + regions());
    int status = Main.run(all, new PrintWriter(out, true), new PrintWriter(err, true));
    assertThat(status).as("%s", err).isZero();
    return out.toString();
  }

  private JsonObject natives(String... arguments) {
    return JsonParser.parseString(run(arguments)).getAsJsonObject().getAsJsonObject("native");
  }

  private String get(String path) throws Exception {
    HttpResponse<String> answer = server.get(path);
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  /** The expected text for kernels, which only regions of version 1 count. */
  private static String kernel(int version) {
    return version == 1 ? "KERNEL 4,005 B, " : "";
  }

  /**
   * The expected space of circular buffers: version 4 counts the circular buffers in L1, earlier
   * versions count those of all programs.
   */
  private static String circular(int version) {
    return version == 4 ? "CB_RESIDENT" : "CB";
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void aRegionOfEveryVersionIsShown(int version) throws Exception {
    writer.run(regions().resolve("tt_device_42_memory"), version, PID);

    String sum = version == 1 ? "24,015 B" : "20,010 B";
    assertThat(run("ps", "--monitor=none"))
        .containsPattern("PID  SOURCE  STATE    PROGRAM +LIVE  TWICE     BYTES\n")
        .containsPattern(PID + "  region  running  python3 +-      -  " + sum + "\n")
        .contains(
            "            "
                + circular(version)
                + " 4,004 B, DRAM 4,000 B, "
                + kernel(version)
                + "L1")
        .containsPattern("2147483647  region  ended    .u001b.*u001b     -      -  [0-9,]* B\n")
        .contains("            " + circular(version) + " 5,004 B, DRAM 5,000 B, ")
        .doesNotContain("\u001b");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
    assertThat(err.toString()).isEmpty();

    for (String command : List.of("ps", "top")) {
      JsonObject natives = natives(command, "--json", "--monitor=none");
      assertThat(natives.get("schema").getAsString()).isEqualTo("tt-alloc-native/1");
      List<JsonObject> processes = objects(natives.getAsJsonArray("processes"));
      assertThat(processes).hasSize(2);
      assertThat(processes.get(0).get("pid").getAsInt()).isEqualTo(PID);
      assertThat(processes.get(0).get("state").getAsString()).isEqualTo("running");
      assertThat(processes.get(0).get("bytes").getAsLong())
          .isEqualTo(version == 1 ? 6 * 4_000 + 15 : 5 * 4_000 + 10);
      assertThat(processes.get(1).get("state").getAsString()).isEqualTo("ended");
      assertThat(objects(natives.getAsJsonArray("chips")))
          .filteredOn(chip -> chip.get("space").getAsString().equals("DRAM"))
          .extracting(chip -> chip.get("device") + " " + chip.get("bytes") + chip.get("remote"))
          .containsExactly("5 2000false", "9 3000true");
    }
    String chip = "chip=\"42\",device=\"5\"";
    String source = "source=\"region\",space=\"L1\"";
    assertThat(get("/metrics"))
        .contains(
            "tt_alloc_native_live_bytes{" + chip + ",pid=\"" + PID + "\",program=\"python3\",",
            source + ",state=\"running\"} 4001.0\n",
            "tt_alloc_native_chip_bytes{" + chip + ",remote=\"false\"," + source + "} 2001.0\n")
        .doesNotContain("source=\"socket\"");
  }

  @Test
  void aLaterVersionIsNamedAndAllElseIsShown() throws Exception {
    Path later = regions().resolve("tt_device_41_memory");
    writer.run(later, 5, PID);
    writer.run(regions().resolve("tt_device_42_memory"), 3, PID);

    String problem = later + " has version 5, expected 1 to 4; it is not read";
    assertThat(run("ps", "--monitor=none")).contains(PID + "  region  running  python3");
    assertThat(err.toString()).isEqualTo("tt-alloc: " + problem + "\n");
    JsonObject natives = natives("top", "--json", "--monitor=none");
    assertThat(natives.getAsJsonArray("processes")).hasSize(2);
    assertThat(natives.getAsJsonArray("problems").get(0).getAsString()).isEqualTo(problem);
    assertThat(run("top", "--once", "--monitor=none")).contains("expected 1 to 4; it is not read");
    assertThat(get("/metrics")).contains("regions_not_read{source=\"region\"} 1.0\n");
  }

  @Test
  void processesOfTheSocketAreShownToClientsOfTheMonitorAndStayAfterAKill() throws Exception {
    Process process = client.start(socket(), "hold");
    String pid = Long.toString(process.pid());
    String rest =
        "  allocation_clie     3      1  5,632 B\n"
            + " ".repeat(pid.length())
            + "  CB 512 B, DRAM 4,096 B, L1 1,024 B\n";
    assertThat(run("ps", monitor())).contains(pid + "  socket  running" + rest);
    assertThat(run("top", "--once", monitor()))
        .containsPattern("3 +socket +DRAM +4 KiB +-\n")
        .containsPattern(pid + " +socket +running allocation_clie +3 +1 +5.5 KiB");
    assertThat(natives("ps", "--json", "--monitor=none").getAsJsonArray("processes")).isEmpty();
    assertThat(get("/api/native"))
        .startsWith("{\"schema\":\"tt-alloc-native/1\",\"processes\":[{\"source\":\"socket\",")
        .contains("{\"chip\":null,\"device\":3,\"space\":\"DRAM\",\"live\":1,\"bytes\":4096}");

    process.destroyForcibly().waitFor();
    awaitState("ended");
    assertThat(run("ps", monitor())).contains(pid + "  socket  ended" + rest);
    JsonObject natives = natives("top", "--json", monitor());
    JsonObject ended = natives.getAsJsonArray("processes").get(0).getAsJsonObject();
    assertThat(ended.get("state").getAsString()).isEqualTo("ended");
    assertThat(ended.get("bytes").getAsLong()).isEqualTo(5_632);
    assertThat(ended.get("allocatedTwice").getAsLong()).isEqualTo(1);
    assertThat(ended.get("unknownFrees").getAsLong()).isEqualTo(1);
    assertThat(natives.getAsJsonArray("chips")).as("its memory is free again").isEmpty();
  }

  @Test
  void aProcessThatBothSourcesKnowIsThereOnceForEach() throws Exception {
    Process process = client.start(socket(), "hold");
    writer.run(regions().resolve("tt_device_42_memory"), 2, process.pid());

    assertThat(run("ps", monitor()))
        .contains(process.pid() + "  socket  running", process.pid() + "  region  running")
        .endsWith(
            "if socket and region both list a process, they count the same bytes; do not add them\n");
    JsonArray processes = natives("top", "--json", monitor()).getAsJsonArray("processes");
    assertThat(objects(processes))
        .extracting(each -> each.get("source").getAsString())
        .as("the monitor reads the regions, too, and they are not shown twice")
        .containsExactly("socket", "region", "region");
    assertThat(get("/metrics"))
        .containsPattern("live_bytes\\{device=\"3\",.*source=\"socket\",space=\"DRAM\".* 4096.0\n")
        .containsPattern("live_bytes\\{chip=\"42\",.*source=\"region\",space=\"DRAM\".* 4000.0\n");
    process.destroyForcibly().waitFor();
  }

  /**
   * The only permitted effect of a misbehaving client is that the server no longer reads the
   * messages of this client.
   */
  @Test
  void aClientThatNeverReadsAndOneThatSendsGarbageDisturbNoOther() throws Exception {
    Process deaf = client.start(socket(), "deaf");
    assertThat(client.run(socket(), "garbage")).containsExactly("closed");
    Process process = client.start(socket(), "hold");

    assertThat(run("ps", monitor()))
        .containsPattern(
            deaf.pid() + " +socket +running +allocation_clie +1 +0 +77 B\n +DRAM 77 B\n")
        .containsPattern(process.pid() + " +socket +running +allocation_clie +3 +1 +5,632 B\n")
        .containsPattern("socket +(ended|running) +.* 1 +0 +5 B\n +DRAM 5 B\n");

    deaf.destroyForcibly().waitFor();
    process.destroyForcibly().waitFor();
    awaitState("ended");
    assertThat(natives("ps", "--json", monitor()).getAsJsonArray("processes")).hasSize(3);
  }

  /** Waits until every process is in the given state. */
  private void awaitState(String state) {
    Await.until(
        () ->
            objects(natives("ps", "--json", monitor()).getAsJsonArray("processes")).stream()
                .allMatch(process -> process.get("state").getAsString().equals(state)));
  }

  private static List<JsonObject> objects(JsonArray array) {
    List<JsonObject> objects = new ArrayList<>();
    for (JsonElement element : array) {
      objects.add(element.getAsJsonObject());
    }
    return objects;
  }
}
