package io.ttalloc.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of faults: what each must get, finding by finding, with bytes and site. The model's
 * numbers are 12,288 and 24,576 B of kernel binaries on each of 8 devices, three circular buffers
 * per program on device 0, and 2 x 47,104 + 2 x 57,344 B of the system's own on each device.
 */
class FaultsIT {
  private static final String ADD_BINARIES =
      "8 buffer, 98304 B at load_binaries under create_and_cache_mesh_workload";
  private static final String MATMUL_BINARIES =
      "8 buffer, 196608 B at load_binaries under create_and_cache_mesh_workload";
  private static final String ADD_CBS =
      "3 circular-buffer, 12288 B at allocate_circular_buffers under"
          + " create_and_cache_mesh_workload";
  private static final String MATMUL_CBS =
      "3 circular-buffer, 10240 B at allocate_circular_buffers under"
          + " create_and_cache_mesh_workload";

  @TempDir private static Path folder;

  @EveryJdk
  void cachesOfClosedMeshesGrow(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "accumulate", "--runs", "3");
    assertThat(findings(json)).containsExactlyElementsOf(threeTimes("CACHED and GROWING, leak: "));
    assertThat(json.device(0, "DRAM").get("liveBytes").getAsLong()).isEqualTo(110_592);
    assertThat(json.device(7, "DRAM").get("distinctBytes").getAsLong()).isEqualTo(36_864);
    assertThat(json.device(0, "L1").get("liveBytes").getAsLong()).isEqualTo(36_864);
    assertThat(json.device(0, "L1").get("distinctBytes").getAsLong()).isEqualTo(12_288);
    assertThat(json.marks()).containsExactly("run 1", "run 2", "run 3");
    assertThat(growth(finding(json, 589_824)))
        .containsExactly("run 1 +196608", "run 2 +196608", "run 3 +196608");
  }

  @EveryJdk
  void clearedCachesLeaveNothingHoweverOften(Jdk jdk) throws Exception {
    assertThat(findings(run(jdk, "accumulate", "--runs", "3", "--clear-cache"))).isEmpty();
  }

  @EveryJdk
  void droppedMeshesAreLostWithAllThatTheyOwn(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "mesh-dropped");
    List<String> expected = new ArrayList<>();
    expected.add(
        "LOST and GROWING, leak: 48 buffer, 2752512 B at configure_fabric under open_mesh_device");
    expected.add(
        "LOST and GROWING, leak: 48 buffer, 2260992 B at init_command_queue_device under"
            + " open_mesh_device");
    expected.addAll(threeTimes("LOST and GROWING, leak: "));
    assertThat(findings(json)).containsExactlyElementsOf(expected);
    assertThat(json.findings())
        .allSatisfy(
            finding ->
                assertThat(finding.get("owner").getAsString())
                    .isEqualTo("MeshDevice#0 (2 x 4), MeshDevice#1 (2 x 4), MeshDevice#2 (2 x 4)"));
    assertThat(fixes(json))
        .containsOnly(
            "call close() on the MeshDevice that FaultScenario.useAndDrop(FaultScenario.java:N)"
                + " opened, or open it in a try-with-resources statement; if FaultScenario.useAndDrop"
                + " hands it out, FaultScenario.dropMeshes(FaultScenario.java:N) must close it or hand"
                + " it on");
  }

  @EveryJdk
  void meshesThatOnlyTheirCleanerClosedAreReclaimed(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "mesh-dropped", "--cleaner");
    List<String> expected = new ArrayList<>();
    expected.add(
        "RECLAIMED, leak: 48 buffer, 0 B, reclaimed 2752512 B at configure_fabric under"
            + " open_mesh_device");
    expected.add(
        "RECLAIMED, leak: 48 buffer, 0 B, reclaimed 2260992 B at init_command_queue_device under"
            + " open_mesh_device");
    for (String reclaimed : threeTimes("RECLAIMED, leak: ")) {
      expected.add(reclaimed.replaceFirst(" (\\d+ B)", " 0 B, reclaimed $1"));
    }
    assertThat(findings(json)).containsExactlyElementsOf(expected);
    assertThat(json.total("live")).isZero();
    assertThat(fixes(json)).allMatch(fix -> fix.startsWith("call close() on the MeshDevice that "));
  }

  @EveryJdk
  void circularBuffersOfAClosedProgramAreOrphaned(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "cb-never-freed");
    assertThat(findings(json))
        .containsExactly("ORPHANED, leak: " + ADD_CBS, "ORPHANED, leak: " + MATMUL_CBS);
    assertThat(fixes(json))
        .containsOnly("ProgramImpl.close should close the circular buffer that it owns");
    assertThat(whys(json.findings().get(0)))
        .containsExactly(
            "its owner ProgramImpl#17 was closed at"
                + " MeshScenario.run(MeshScenario.java:N) and does not free what it owns");
    assertThat(JsonReport.frames(json.findings().get(0), "ownerClosedBy").get(0))
        .startsWith("ProgramImpl.close(");
    assertThat(json.device(0, "L1").get("liveBytes").getAsLong()).isEqualTo(12_288);
    assertThat(json.device(0, "L1").get("handleBytes").getAsLong()).isEqualTo(22_528);
  }

  @EveryJdk
  void aProgramThatReleasesAnothersCircularBuffersIsNamedWithIt(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "cb-free-by-device");
    assertThat(findings(json)).isEmpty();
    assertThat(misuse(json)).containsExactly("CLOSED_BY_OTHER 3 circular-buffer");
    JsonObject misuse = json.misuse().get(0);
    assertThat(misuse.get("detail").getAsString())
        .isEqualTo(
            "it belongs to program-impl ProgramImpl#18, which is open;"
                + " it was closed by the close of program-impl ProgramImpl#17");
    assertThat(JsonReport.frames(misuse, "first")).anyMatch(f -> f.startsWith("Ttnn.matmul("));
    assertThat(JsonReport.frames(misuse, "second"))
        .anyMatch(f -> f.startsWith("ProgramImpl.deallocateCircularBuffers("));
  }

  @EveryJdk
  void blocksThatWentBackUnseenAreATrackingGapAndNoLeak(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "free-unseen");
    assertThat(findings(json))
        .containsExactly(
            "UNSEEN_FREE, no leak: " + MATMUL_BINARIES, "UNSEEN_FREE, no leak: " + ADD_BINARIES);
    assertThat(json.total("vanishedBytes")).isEqualTo(294_912);
    assertThat(whys(json.findings().get(0)))
        .anyMatch(why -> why.startsWith("the allocators of devices 0-7 hold 0 B of DRAM: "))
        .anyMatch(why -> why.matches("its owner MeshWorkloadImpl#2 was closed at .*"));
  }

  @EveryJdk
  void whatWentBackWithTheDeviceIsNoLeak(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "teardown-unreported");
    assertThat(findings(json)).containsExactlyElementsOf(once("UNSEEN_FREE, no leak: "));
    assertThat(json.total("vanishedBytes")).isEqualTo(307_200);
    assertThat(whys(json.findings().get(0)))
        .anyMatch(why -> why.startsWith("the handle is still held by ProgramCache#1 "));
  }

  @EveryJdk
  void aViewLeftOpenIsAnAliasUnderItsRoot(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "view-left-open");
    List<String> expected = new ArrayList<>(once("CACHED, no leak: "));
    String view = "8 buffer, 0 B at load_binaries under create_and_cache_mesh_workload";
    expected.add("ALIAS, no leak: " + view);
    expected.add("ALIAS, no leak: " + view);
    assertThat(findings(json)).containsExactlyElementsOf(expected);
    assertThat(whys(json.findings().get(4)).get(0))
        .startsWith("it does not own its memory; it lies inside 0x3ffff800+2048 of the buffer ");
    assertThat(JsonReport.texts(json.findings().get(4), "addresses")).containsExactly("0x3ffff800");
    assertThat(json.findings().get(4).get("owner").getAsString()).isEqualTo("MeshWorkload#1");
  }

  @EveryJdk
  void aViewWhoseRootIsGoneDangles(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "view-left-open", "--clear-cache");
    String view = "8 buffer, 0 B at load_binaries under create_and_cache_mesh_workload";
    assertThat(findings(json))
        .containsExactly("DANGLING, leak: " + view, "DANGLING, leak: " + view);
    assertThat(fixes(json))
        .containsOnly(
            "call close() on the MeshBuffer that"
                + " MeshWorkloadImpl.loadBinaries(MeshWorkloadImpl.java:N) opened,"
                + " or open it in a try-with-resources statement");
  }

  @EveryJdk
  void twoOwnersOfOneRangeAreBothShown(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "double-allocation");
    String twice = "DOUBLE_OPEN, leak: 8 buffer, 524288 B at MeshBuffer.create";
    assertThat(findings(json)).containsExactly(twice, twice);
    String opened =
        "the buffer opened at MeshBuffer.create from"
            + " FaultScenario.allocateTwice(FaultScenario.java:N)";
    assertThat(whys(json.findings().get(0)))
        .containsExactly(
            "per bank 1465344+1024 is owned by %s and by %s, with no close between"
                .formatted(opened, opened));
    assertThat(JsonReport.frames(json.findings().get(0), "openedBy"))
        .isNotEqualTo(JsonReport.frames(json.findings().get(1), "openedBy"));
    assertThat(json.device(0, "L1").get("liveBytes").getAsLong()).isEqualTo(65_536);
    assertThat(json.device(0, "L1").get("handleBytes").getAsLong()).isEqualTo(131_072);
  }

  @EveryJdk
  void infrastructureThatGrowsIsALeak(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "cq-rebuilt");
    assertThat(findings(json))
        .containsExactly(
            "INFRASTRUCTURE and GROWING, leak: 48 buffer, 2260992 B at init_command_queue_device"
                + " under open_mesh_device");
    assertThat(whys(json.findings().get(0)))
        .contains("opened inside Device.initCommandQueueDevice: the system's own")
        .anyMatch(
            why ->
                why.matches("their owners Device \\d#1, .* were closed at .* and left them open"));
    assertThat(fixes(json)).containsOnly("Device.close should close the buffer that it owns");
  }

  @EveryJdk
  void aCacheThatNeverHitsGrows(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "unstable-cache-key");
    assertThat(findings(json)).containsExactlyElementsOf(threeTimes("CACHED and GROWING, leak: "));
    assertThat(json.findings())
        .allSatisfy(
            finding ->
                assertThat(whys(finding))
                    .contains(
                        "one call made 3 entries in one cache, a new one in each cycle:"
                            + " it never hits its own"));
    assertThat(JsonReport.texts(finding(json, 294_912), "entries"))
        .hasSize(3)
        .allMatch(entry -> entry.startsWith("BinaryDeviceOperation(ADD) 0x"));
    assertThat(fixes(json)).allMatch(fix -> fix.startsWith("make the key of the entry the same"));
  }

  @EveryJdk
  void aDroppedWorkloadIsLostAndTheCallThatClosesItsSiblingsNamed(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "workload-dropped");
    assertThat(findings(json)).containsExactlyElementsOf(once("LOST, leak: "));
    String closer = "DeviceOperation.createAndCacheMeshWorkload(DeviceOperation.java:N)";
    assertThat(fixes(json))
        .containsOnly("call close() on the MeshWorkload, as " + closer + " does for its siblings");
    assertThat(whys(json.findings().get(0)))
        .contains("2 of 3 MeshWorkload from the same stack were closed at " + closer);
  }

  @EveryJdk
  void aCloseThatThrowsIsShownWithBothStacks(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "close-fails");
    assertThat(findings(json)).isEmpty();
    assertThat(misuse(json)).containsExactly("CLOSE_FAILED 1 mesh-device");
    assertStacks(json.misuse().get(0), "MeshDevice.<init>", "MeshDevice.close");
    assertThat(json.misuse().get(0).get("detail").getAsString())
        .isEqualTo("it threw java.lang.IllegalStateException");
  }

  @EveryJdk
  void aSecondCloseIsShownWithBothStacks(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "double-close");
    assertThat(findings(json)).isEmpty();
    assertThat(misuse(json)).containsExactly("DOUBLE_CLOSE 8 buffer");
    assertStacks(json.misuse().get(0), "Buffer.close", "Buffer.close");
  }

  @EveryJdk
  void aUseOfWhatIsClosedIsShownWithBothStacks(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "use-after-close");
    assertThat(findings(json)).isEmpty();
    assertThat(misuse(json))
        .containsExactly("USE_AFTER_CLOSE 1 tensor", "USE_AFTER_CLOSE 8 buffer");
    assertStacks(json.misuse().get(0), "Tensor.close", "Tensor.toHost");
    assertStacks(json.misuse().get(1), "Buffer.close", "Buffer.readShorts");
  }

  @EveryJdk
  void theFixesThatWereTriedChangeNothing(Jdk jdk) throws Exception {
    for (String fix : List.of("reordered-close", "fabric-program-reset")) {
      JsonReport json = run(jdk, "faults", fix);
      assertThat(findings(json)).as(fix).containsExactlyElementsOf(once("CACHED, no leak: "));
      assertThat(json.total("liveBytes")).isEqualTo(307_200);
    }
  }

  @EveryJdk
  void theListNamesEachWithWhatMustBeRead(Jdk jdk) throws Exception {
    JvmResult result = TestJvm.on(jdk).demo("faults", "--list").run().expectSuccess();
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines())
        .hasSize(16)
        .anyMatch(line -> line.matches("cb-never-freed +001 +ORPHANED +.*"));
  }

  @EveryJdk
  void theAgentSaysNothingWhereNothingIsRun(Jdk jdk) throws Exception {
    JvmResult result = TestJvm.on(jdk).demo("faults").run().expectStatus(1);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("demo: faults needs a name; ").hasLineCount(1);
  }

  /** Runs a scenario; nothing may be dropped or fail in a hook, whatever the scenario. */
  private static JsonReport run(Jdk jdk, String... scenario)
      throws IOException, InterruptedException {
    DemoRun run = DemoRun.of(jdk, folder, scenario);
    assertThat(run.json().total("dropped")).isZero();
    assertThat(run.json().total("unknownCloses")).isZero();
    if (!run.ledgers().ledgers().isEmpty()) {
      LedgerImage ledger = run.ledgers().read();
      assertThat(ledger.hookErrors()).isZero();
    }
    if (!String.join(" ", scenario).matches(".*(close|by-device).*")) {
      assertThat(misuse(run.json())).isEmpty();
    }
    return run.json();
  }

  /** The four findings of one mesh's workloads. */
  private static List<String> once(String verdict) {
    return List.of(
        verdict + MATMUL_BINARIES, verdict + ADD_BINARIES, verdict + ADD_CBS, verdict + MATMUL_CBS);
  }

  /** The same after three runs. */
  private static List<String> threeTimes(String verdict) {
    return List.of(
        verdict + MATMUL_BINARIES.replace("8 b", "24 b").replace("196608", "589824"),
        verdict + ADD_BINARIES.replace("8 b", "24 b").replace("98304", "294912"),
        verdict + ADD_CBS.replace("3 c", "9 c").replace("12288", "36864"),
        verdict + MATMUL_CBS.replace("3 c", "9 c").replace("10240", "30720"));
  }

  private static List<String> findings(JsonReport json) {
    List<String> lines = new ArrayList<>();
    for (JsonObject finding : json.findings()) {
      long reclaimed = finding.get("reclaimedBytes").getAsLong();
      List<String> sites = JsonReport.texts(finding, "sites");
      lines.add(
          String.format(
              Locale.ROOT,
              "%s%s, %s: %d %s, %d B%s at %s",
              finding.get("verdict").getAsString(),
              finding.get("growing").getAsBoolean() ? " and GROWING" : "",
              finding.get("leak").getAsBoolean() ? "leak" : "no leak",
              finding.get("count").getAsInt(),
              finding.get("type").getAsString(),
              finding.get("bytes").getAsLong(),
              reclaimed == 0 ? "" : ", reclaimed " + reclaimed + " B",
              sites.isEmpty() ? finding.get("site").getAsString() : String.join(" under ", sites)));
    }
    return lines;
  }

  private static List<String> misuse(JsonReport json) {
    return json.misuse().stream()
        .map(
            m ->
                "%s %d %s"
                    .formatted(
                        m.get("kind").getAsString(),
                        m.get("count").getAsInt(),
                        m.get("type").getAsString()))
        .toList();
  }

  private static void assertStacks(JsonObject misuse, String first, String second) {
    assertThat(JsonReport.frames(misuse, "first").get(0)).startsWith(first + "(");
    assertThat(JsonReport.frames(misuse, "second").get(0)).startsWith(second + "(");
    assertThat(JsonReport.frames(misuse, "second")).anyMatch(f -> f.startsWith("Demo.main("));
  }

  private static JsonObject finding(JsonReport json, long bytes) {
    return json.findings().stream()
        .filter(finding -> finding.get("bytes").getAsLong() == bytes)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no finding of " + bytes + " B in " + json));
  }

  private static List<String> growth(JsonObject finding) {
    JsonArray steps = finding.getAsJsonArray("growth");
    List<String> lines = new ArrayList<>();
    steps.forEach(
        step ->
            lines.add(
                step.getAsJsonObject().get("mark").getAsString()
                    + " +"
                    + step.getAsJsonObject().get("bytes").getAsLong()));
    return lines;
  }

  private static List<String> whys(JsonObject finding) {
    return JsonReport.texts(finding, "why").stream().map(FaultsIT::withoutLines).toList();
  }

  private static List<String> fixes(JsonReport json) {
    return json.findings().stream()
        .map(finding -> withoutLines(finding.get("fix").getAsString()))
        .toList();
  }

  private static String withoutLines(String text) {
    return text.replaceAll("\\.java:\\d+", ".java:N");
  }
}
