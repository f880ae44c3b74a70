package io.ttalloc.it.demo;

import static io.ttalloc.it.demo.FaultReports.findings;
import static io.ttalloc.it.demo.FaultReports.fixes;
import static io.ttalloc.it.demo.FaultReports.run;
import static io.ttalloc.it.demo.FaultReports.whys;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.util.ArrayList;
import java.util.List;

/**
 * Tests the findings expected for each fault, with bytes and site. The model has kernel binaries of
 * 12,288 and 24,576 B on each of 8 devices, three circular buffers per program on device 0, and 2 x
 * 47,104 + 2 x 57,344 B of infrastructure on each device.
 */
@Variant
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

  @OneJdk
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

  @OneJdk
  void clearedCachesLeaveNothingHoweverOften(Jdk jdk) throws Exception {
    assertThat(findings(run(jdk, "accumulate", "--runs", "3", "--clear-cache"))).isEmpty();
  }

  @OneJdk
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
                + " opened, or open it in a try-with-resources statement");
  }

  @OneJdk
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

  @OneJdk
  void circularBuffersOfAClosedProgramAreOrphaned(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "cb-never-freed");
    assertThat(findings(json))
        .containsExactly("ORPHANED, leak: " + ADD_CBS, "ORPHANED, leak: " + MATMUL_CBS);
    assertThat(fixes(json))
        .containsOnly("ProgramImpl.close should close the circular buffer that it owns");
    assertThat(whys(json.findings().get(0)))
        .containsExactly(
            "its owner ProgramImpl#17 was closed at"
                + " MeshScenario.run(MeshScenario.java:N) and did not free what it owned");
    assertThat(JsonReport.frames(json.findings().get(0), "ownerClosedBy").get(0))
        .startsWith("ProgramImpl.close(");
    assertThat(json.device(0, "L1").get("liveBytes").getAsLong()).isEqualTo(12_288);
    assertThat(json.device(0, "L1").get("handleBytes").getAsLong()).isEqualTo(22_528);
  }

  @OneJdk
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

  @OneJdk
  void whatWentBackWithTheDeviceIsNoLeak(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "teardown-unreported");
    assertThat(findings(json)).containsExactlyElementsOf(once("UNSEEN_FREE, no leak: "));
    assertThat(json.total("vanishedBytes")).isEqualTo(307_200);
    assertThat(whys(json.findings().get(0)))
        .anyMatch(why -> why.startsWith("the handle is still held by ProgramCache#1 "));
  }

  @OneJdk
  void aViewLeftOpenIsAnAliasUnderItsRoot(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "view-left-open");
    List<String> expected = new ArrayList<>(once("CACHED, no leak: "));
    String view = "8 buffer, 0 B at load_binaries under create_and_cache_mesh_workload";
    expected.add("ALIAS, no leak: " + view);
    expected.add("ALIAS, no leak: " + view);
    assertThat(findings(json)).containsExactlyElementsOf(expected);
    assertThat(whys(json.findings().get(4)).get(0))
        .startsWith(
            "it does not own its memory; the memory lies inside 0x3ffff800+2048 of the buffer ");
    assertThat(JsonReport.texts(json.findings().get(4), "addresses")).containsExactly("0x3ffff800");
    assertThat(json.findings().get(4).get("owner").getAsString()).isEqualTo("MeshWorkload#1");
  }

  @OneJdk
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

  @OneJdk
  void twoOwnersOfOneRangeAreBothShown(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "double-allocation");
    String twice = "DOUBLE_OPEN, leak: 8 buffer, 524288 B at MeshBuffer.create";
    assertThat(findings(json)).containsExactly(twice, twice);
    String opened =
        "the buffer opened at MeshBuffer.create from"
            + " FaultScenario.allocateTwice(FaultScenario.java:N)";
    assertThat(whys(json.findings().get(0)))
        .containsExactly(
            "the range 1465344+1024 of each bank is owned by %s and by %s, with no close between the two openings"
                .formatted(opened, opened));
    assertThat(JsonReport.frames(json.findings().get(0), "openedBy"))
        .isNotEqualTo(JsonReport.frames(json.findings().get(1), "openedBy"));
    assertThat(json.device(0, "L1").get("liveBytes").getAsLong()).isEqualTo(65_536);
    assertThat(json.device(0, "L1").get("handleBytes").getAsLong()).isEqualTo(131_072);
  }

  @OneJdk
  void infrastructureThatGrowsIsALeak(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "cq-rebuilt");
    assertThat(findings(json))
        .containsExactly(
            "INFRASTRUCTURE and GROWING, leak: 48 buffer, 2260992 B at init_command_queue_device"
                + " under open_mesh_device");
    assertThat(whys(json.findings().get(0)))
        .contains("opened inside Device.initCommandQueueDevice, so it belongs to the system")
        .anyMatch(
            why ->
                why.matches("their owners Device \\d#1, .* were closed at .* and left them open"));
    assertThat(fixes(json)).containsOnly("Device.close should close the buffer that it owns");
  }

  @OneJdk
  void aCacheThatNeverHitsGrows(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "unstable-cache-key");
    assertThat(findings(json)).containsExactlyElementsOf(threeTimes("CACHED and GROWING, leak: "));
    assertThat(json.findings())
        .allSatisfy(
            finding ->
                assertThat(whys(finding))
                    .contains(
                        "the same call added 3 entries to the same cache, one in each cycle,"
                            + " because it never found the previous entry"));
    assertThat(JsonReport.texts(finding(json, 294_912), "entries"))
        .hasSize(3)
        .allMatch(entry -> entry.startsWith("BinaryDeviceOperation(ADD) 0x"));
    assertThat(fixes(json)).allMatch(fix -> fix.startsWith("use the same cache key each time"));
  }

  @OneJdk
  void aDroppedWorkloadIsLostAndTheCallThatClosesItsSiblingsNamed(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "workload-dropped");
    assertThat(findings(json)).containsExactlyElementsOf(once("LOST, leak: "));
    String closer = "DeviceOperation.createAndCacheMeshWorkload(DeviceOperation.java:N)";
    assertThat(fixes(json))
        .containsOnly(
            "call close() on the MeshWorkload, as "
                + closer
                + " does for others opened from this stack");
    assertThat(whys(json.findings().get(0)))
        .contains("2 of 3 MeshWorkload objects from the same stack were closed at " + closer);
  }

  @OneJdk
  void theFixesThatWereTriedChangeNothing(Jdk jdk) throws Exception {
    for (String fix : List.of("reordered-close", "fabric-program-reset")) {
      JsonReport json = run(jdk, "faults", fix);
      assertThat(findings(json)).as(fix).containsExactlyElementsOf(once("CACHED, no leak: "));
      assertThat(json.total("liveBytes")).isEqualTo(307_200);
    }
  }

  /** The four findings after the workloads of a mesh have run once. */
  private static List<String> once(String verdict) {
    return List.of(
        verdict + MATMUL_BINARIES, verdict + ADD_BINARIES, verdict + ADD_CBS, verdict + MATMUL_CBS);
  }

  /** The four findings after three runs. */
  private static List<String> threeTimes(String verdict) {
    return List.of(
        verdict + MATMUL_BINARIES.replace("8 b", "24 b").replace("196608", "589824"),
        verdict + ADD_BINARIES.replace("8 b", "24 b").replace("98304", "294912"),
        verdict + ADD_CBS.replace("3 c", "9 c").replace("12288", "36864"),
        verdict + MATMUL_CBS.replace("3 c", "9 c").replace("10240", "30720"));
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
}
