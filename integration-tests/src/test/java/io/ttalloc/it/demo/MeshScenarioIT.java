package io.ttalloc.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.DemoRun;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

class MeshScenarioIT {

  private static final List<String> ALL_DEVICES = List.of("0", "1", "2", "3", "4", "5", "6", "7");

  @OneJdk
  void eachDeviceKeepsItsBinariesAndDeviceZeroTheCircularBuffers(Jdk jdk) throws Exception {
    JsonReport json = mesh(jdk).json();

    for (int device = 0; device < 8; device++) {
      JsonObject dram = json.device(device, "DRAM");
      assertThat(dram.get("liveBytes").getAsLong()).as("device %d", device).isEqualTo(36_864);
      assertThat(dram.get("handleBytes").getAsLong()).isEqualTo(36_864);
      assertThat(dram.get("distinctBytes").getAsLong()).isEqualTo(36_864);
      assertThat(dram.get("allocatorBytes").getAsLong()).isEqualTo(36_864);
      assertThat(dram.get("live").getAsLong()).isEqualTo(2);
      assertThat(json.device(device, "KERNEL_CONFIG").get("liveBytes").getAsLong()).isZero();
      assertThat(json.hasDevice(device, "L1")).as("L1 on device %d", device).isEqualTo(device == 0);
    }
    JsonObject l1 = json.device(0, "L1");
    assertThat(l1.get("liveBytes").getAsLong()).isEqualTo(12_288);
    assertThat(l1.get("live").getAsLong()).as("regions").isEqualTo(3);
    assertThat(l1.get("handles").getAsLong()).as("circular buffers").isEqualTo(6);
    assertThat(l1.get("handleBytes").getAsLong()).isEqualTo(22_528);
    assertThat(l1.get("allocatorBytes").getAsLong()).isEqualTo(12_288);
    assertThat(json.total("liveBytes")).isEqualTo(307_200);
    assertThat(json.total("unattributedBytes")).isZero();
    assertThat(json.total("vanishedBytes")).isZero();
    assertThat(json.total("dropped")).isZero();
  }

  @OneJdk
  void binariesAreCachedWithAddressAndTheStackThatLoadedThem(Jdk jdk) throws Exception {
    List<JsonObject> binaries = mesh(jdk).json().findings("buffer");

    assertThat(binaries).hasSize(2);
    assertBinary(binaries, "Ttnn.add", "0x3ffff800", 12_288);
    assertBinary(binaries, "Ttnn.matmul", "0x3ffff000", 24_576);
  }

  private static void assertBinary(
      List<JsonObject> binaries, String operation, String address, long bytesPerDevice) {
    JsonObject binary =
        binaries.stream()
            .filter(finding -> finding.get("bytes").getAsLong() == 8 * bytesPerDevice)
            .findFirst()
            .orElseThrow(() -> new AssertionError("no 8 x " + bytesPerDevice + " in " + binaries));
    assertThat(binary.get("verdict").getAsString()).isEqualTo("CACHED");
    assertThat(binary.get("leak").getAsBoolean()).isFalse();
    assertThat(binary.get("growing").getAsBoolean()).isFalse();
    assertThat(binary.get("count").getAsInt()).isEqualTo(8);
    assertThat(JsonReport.texts(binary, "addresses")).containsExactly(address);
    assertThat(JsonReport.texts(binary, "devices")).isEqualTo(ALL_DEVICES);
    assertThat(JsonReport.texts(binary, "sites"))
        .containsExactly("load_binaries", "create_and_cache_mesh_workload");
    assertThat(binary.get("heldBy").getAsString()).contains("ProgramCache", "MeshScenario.java:");
    assertThat(binary.get("fix").getAsString())
        .isEqualTo("call MeshDevice.disableAndClearProgramCache() before MeshDevice is closed");

    List<String> frames = JsonReport.frames(binary, "openedBy");
    assertThat(frames).allMatch(frame -> frame.matches(".*\\(\\w+\\.java:\\d+\\)"));
    String invoke =
        operation.equals("Ttnn.add") ? "BinaryDeviceOperation" : "MatmulDeviceOperation";
    assertThat(frames.stream().map(frame -> frame.substring(0, frame.indexOf('('))))
        .containsSubsequence(
            "Buffer.<init>",
            "MeshBuffer.create",
            "MeshWorkloadImpl.loadBinaries",
            "MeshCommandQueue.enqueueMeshWorkload",
            "DeviceOperation.createAndCacheMeshWorkload",
            invoke + ".invoke",
            operation,
            "MeshScenario.run",
            "Demo.main");
  }

  @EveryJdk
  void theTextSaysAllOfItInAFewLines(Jdk jdk) throws Exception {
    String text = mesh(jdk).text();

    assertThat(text)
        .startsWith(
            "tt-alloc: NO LEAK. 307,200 B still open, all CACHED (pid P, COMMAND, TIME, exit; ")
        .contains(
            """
            confidence HIGH: attached at start, 0 events dropped

            device      DRAM       KERNEL_CONFIG   L1
            0           36,864 B   0 B             12,288 B in 3 regions (6 circular buffers, 22,528 B by handle)
            1-7, each   36,864 B   0 B             0 B
            free in DRAM: 12,854,132,352 B, largest block 1,071,177,696 B, on devices 0-7
            free in L1: 86,587,392 B, largest block 1,352,928 B, on device 0
            """)
        .contains(
            "8 x 12,288 B at 0x3ffff800, devices 0-7; 8 opened, 0 closed; views: 8 opened, 8"
                + " closed\n")
        .contains(
            "8 x 24,576 B at 0x3ffff000, devices 0-7; 8 opened, 0 closed; views: 8 opened, 8"
                + " closed\n")
        .contains("3 x 4,096 B at 101152, 105248, 109344, device 0;")
        .contains("2 x 4,096 B at 101152, 105248, device 0 + 1 x 2,048 B at 109344, device 0;")
        .contains(
            """
                 a) buffer opened at load_binaries under create_and_cache_mesh_workload
                   io.ttalloc.runtime.buffer.Buffer.<init>(Buffer.java:N)
                   io.ttalloc.runtime.buffer.Buffer.claim(Buffer.java:N)
                   io.ttalloc.runtime.mesh.MeshBuffer.create(MeshBuffer.java:N)
                   io.ttalloc.runtime.mesh.MeshWorkloadImpl.loadBinaries(MeshWorkloadImpl.java:N)
                   io.ttalloc.runtime.mesh.MeshCommandQueue.enqueueMeshWorkload(MeshCommandQueue.java:N)
                   io.ttalloc.runtime.ttnn.DeviceOperation.createAndCacheMeshWorkload(DeviceOperation.java:N)
                   io.ttalloc.runtime.ttnn.MatmulDeviceOperation.invoke(MatmulDeviceOperation.java:N)
                   io.ttalloc.runtime.ttnn.Ttnn.matmul(Ttnn.java:N)
                   io.ttalloc.demo.MeshScenario.run(MeshScenario.java:N)   <- your code
            """)
        .contains(
            """
                 a) buffer opened at load_binaries under create_and_cache_mesh_workload (stack as in 1a, but)
                   io.ttalloc.runtime.ttnn.BinaryDeviceOperation.invoke(BinaryDeviceOperation.java:N)
                   io.ttalloc.runtime.ttnn.Ttnn.add(Ttnn.java:N)
                   io.ttalloc.demo.MeshScenario.run(MeshScenario.java:N)   <- your code
            """)
        .contains(
            """
              double allocation  per bank 0x3ffff000+2048 and 0x3ffff800+2048 touch, do not overlap
              tracking gap       allocator agrees on every device: unattributed 0 B, vanished 0 B
              views              16 opened, 16 closed, 0 B
            """)
        .endsWith(
            """
            Active allocations: 19 regions (22 handles)
            14 containers that own or hold them are also open (2 mesh buffers, 2 mesh workloads, 2 mesh workload impls, 2 programs, 2 program impls, 4 whole-mesh buffers)
            more: ./tt-alloc dump P --format json
            """);
  }

  @OneJdk
  void theLedgerHasTheGoldenAddressesOfTheTensorsOnEveryDevice(Jdk jdk) throws Exception {
    LedgerImage ledger = mesh(jdk).ledgers().read();

    assertThat(ledger.process().ended()).isEqualTo(ProcessEntry.Ended.EXIT);
    assertThat(ledger.dropped()).isZero();
    assertThat(ledger.unknownCloses()).isZero();
    for (int device = 0; device < 8; device++) {
      assertThat(tensorAddresses(ledger, device).subList(0, 6))
          .as("tensor1, tensor2, add result, A, B, matmul result on device %d", device)
          .containsExactly(2_560_032L, 2_910_240L, 3_260_448L, 3_610_656L, 3_655_712L, 3_700_768L);
    }
  }

  private static List<Long> tensorAddresses(LedgerImage ledger, int device) {
    return ledger.events().stream()
        .filter(event -> event.kind() == EventEntry.Kind.OPEN && event.device() == device)
        .filter(event -> isTensorMemory(ledger.tallies().get(event.tally())))
        .map(EventEntry::address)
        .toList();
  }

  /** The history includes events of the probe's warm-up, whose tallies the reader omits. */
  private static boolean isTensorMemory(@Nullable TallyEntry tally) {
    return tally != null
        && tally.type().name().equals("buffer")
        && tally.stack().stream()
            .anyMatch(f -> f.className().endsWith(".Tensor") && f.method().equals("allocate"));
  }

  @OneJdk
  void theViewsWereOpenedAndClosedSixteenTimesOnChipsByTheLedger(Jdk jdk) throws Exception {
    LedgerImage ledger = mesh(jdk).ledgers().read();

    List<TallyEntry> loading =
        ledger.tallies().values().stream()
            .filter(tally -> tally.type().name().equals("buffer"))
            .filter(
                tally -> tally.stack().stream().anyMatch(f -> f.method().equals("loadBinaries")))
            .toList();
    assertThat(loading.stream().mapToLong(TallyEntry::closed).sum()).as("views").isEqualTo(16);
    Map<Integer, Long> openOnChips = new HashMap<>();
    ledger.forEachSlot(
        slot -> {
          if (slot.place().device() >= 0 && loading.contains(slot.tally())) {
            openOnChips.merge(slot.place().device(), slot.bytes(), Long::sum);
          }
        });
    assertThat(openOnChips)
        .hasSize(8)
        .containsValues(36_864L)
        .allSatisfy((d, b) -> assertThat(b).isEqualTo(36_864));
  }

  @OneJdk
  void theProgramPrintsWhatTheAllocatorsSay(Jdk jdk) throws Exception {
    assertThat(mesh(jdk).result().out())
        .contains("program cache          2 entries\n")
        .contains(
            "before deallocation    DRAM per device: 14,716,928 B each (0-7); L1 on device 0:"
                + " 12,288 B;")
        .contains(
            "deallocated            DRAM per device: 36,864 B each (0-7); L1 on device 0: 12,288"
                + " B;")
        .contains(
            "closed                 DRAM per device: 36,864 B each (0-7); L1 on device 0: 12,288"
                + " B;");
  }

  @OneJdk
  void withTheCacheClearedThereIsOneLineAndNoFile(Jdk jdk) throws Exception {
    DemoRun run = SharedDemoRuns.of(jdk, "mesh", "--clear-cache");

    assertThat(run.result().err())
        .matches("tt-alloc: clean\\. (\\d+) opened, \\1 closed, Active allocations: 0\n");
    assertThat(run.json().findings()).isEmpty();
    assertThat(run.json().misuse()).isEmpty();
    assertThat(run.json().total("live")).isZero();
    assertThat(run.json().total("opened")).isEqualTo(run.json().total("closed")).isPositive();
    assertThat(run.ledgers().fileNames()).isEmpty();
    assertThat(run.result().out())
        .contains("cleared                DRAM per device: 0 B each (0-7); L1 on device 0: 0 B;");
  }

  /**
   * A run of a hundred iterations, in a separate process, leaves the same resources open at the
   * same places as a run of one iteration.
   */
  @Variant
  @OneJdk
  void aHundredIterationsHitTheCacheAndLeaveNothingMoreThanOne(Jdk jdk) throws Exception {
    DemoRun run = SharedDemoRuns.of(jdk, "mesh", "--iterations", "100");

    assertThat(run.result().out()).contains("program cache          2 entries\n");
    assertThat(run.json().device(7, "DRAM").get("liveBytes").getAsLong()).isEqualTo(36_864);
    assertThat(run.json().device(0, "L1").get("handleBytes").getAsLong()).isEqualTo(22_528);
    assertThat(run.json().findings())
        .hasSize(4)
        .allMatch(finding -> !finding.get("growing").getAsBoolean());
    assertThat(run.ledgers().read().dropped()).isZero();
    Path one = mesh(jdk).ledgers().ledgers().get(0);
    Path hundred = run.ledgers().ledgers().get(0);
    JvmResult diff = Monitor.here("diff", one.toString(), hundred.toString()).expectSuccess();
    assertThat(diff.out()).startsWith("tt-alloc: 4 unchanged (").doesNotContain("NEW", "GROWN");
  }

  private static DemoRun mesh(Jdk jdk) throws Exception {
    return SharedDemoRuns.of(jdk, "mesh");
  }
}
