package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Variant;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The steps of the field notes on the output of a monitor: run twice, then count lines. */
@Variant
class SeedStepsIT {
  private static final String ADDRESS = "1073739776";

  @TempDir private Path folder;

  @Test
  void linesOfAnAddressAndWhatTwoRunsLeftCanBeCounted() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);
    tracked.ledgers().keepAll();
    try (Server server = Server.on(tracked.ledgers().path())) {
      long first = meshIsShown(server, tracked);
      long second = meshIsShown(server, tracked);
      List<String> lines = server.terminate().out().lines().toList();

      for (long pid : List.of(first, second)) {
        String id = "(buffer_id=" + ADDRESS + ")";
        assertThat(lines)
            .filteredOn(line -> line.contains("[PID " + pid + "]") && line.contains(ADDRESS))
            .filteredOn(line -> line.contains("on device 0 "))
            .as("the binaries of a program, and the view by which they are loaded")
            .containsExactly(
                "✓ [PID " + pid + "] Allocated 12288 bytes of DRAM on device 0 " + id,
                "✓ [PID " + pid + "] Allocated 12288 bytes of a view on device 0 " + id,
                "✗ [PID "
                    + pid
                    + "] Freed buffer "
                    + ADDRESS
                    + " on device 0 (12288 bytes, a view)");
      }
      assertThat(lines)
          .as("compared when the second run has ended")
          .containsOnlyOnce(
              "    DRAM of devices 0-7: 36,864 B left on each, as much as after the last run");
      assertThat(lines).noneMatch(line -> line.contains("device -1") || line.contains("warm-up"));
      assertThat(activeAllocations(lines))
          .endsWith("  Active allocations: 0 (2 ended processes left 72, at most 36 each)");
    }
  }

  @Test
  void afterTheCacheIsClearedTheMonitorShowsThatAllIsFreed() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);
    tracked.ledgers().keepAll();
    try (Server server = Server.on(tracked.ledgers().path())) {
      for (int run = 0; run < 2; run++) {
        long unused = meshIsShown(server, tracked, "--clear-cache");
      }
      assertThat(activeAllocations(server.terminate().out().lines().toList()))
          .isNotEmpty()
          .last()
          .isEqualTo("  Active allocations: 0");
    }
  }

  private static long meshIsShown(Server server, TrackedRun tracked, String... options)
      throws Exception {
    List<String> demo = new ArrayList<>(List.of("mesh"));
    demo.addAll(List.of(options));
    try (RunningJvm mesh =
        tracked.on(Jdks.ofThisBuild()).demo(demo.toArray(String[]::new)).start()) {
      server.awaitLine("^- \\[PID " + mesh.pid() + "] has ended: ");
      server.awaitLine("^  \\[PID " + mesh.pid() + "] (NO LEAK|clean)");
      return mesh.pid();
    }
  }

  /** The last command of the notes, on the output of the monitor in a file of that name. */
  private List<String> activeAllocations(List<String> output) throws Exception {
    Files.write(folder.resolve("test_accumulation_server.log"), output);
    Process shell =
        new ProcessBuilder(
                "sh", "-c", "grep \"Active allocations:\" test_accumulation_server.log | tail -5")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String found = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).isZero();
    return found.lines().toList();
  }
}
