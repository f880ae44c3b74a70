package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
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
      assertThat(lines)
          .noneMatch(line -> line.contains("device -1") || line.contains("warm-up"))
          .filteredOn(line -> line.contains("Active allocations:"))
          .last()
          .isEqualTo("  Active allocations: 0 (2 ended processes left 72, at most 36 each)");
    }
  }

  private static long meshIsShown(Server server, TrackedRun tracked) throws Exception {
    try (RunningJvm mesh = tracked.on(Jdks.ofThisBuild()).demo("mesh").start()) {
      server.awaitLine("^- \\[PID " + mesh.pid() + "] has ended: ");
      server.awaitLine("^  \\[PID " + mesh.pid() + "] NO LEAK");
      return mesh.pid();
    }
  }
}
