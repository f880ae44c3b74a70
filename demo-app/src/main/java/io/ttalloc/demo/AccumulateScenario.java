package io.ttalloc.demo;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.session.DeviceStatistics;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs the mesh scenario several times in one process, each time with a new mesh that stays
 * reachable. Each run ends with a mark.
 */
final class AccumulateScenario {
  /** Keeps the meshes reachable after the runs, like global variables in a long session. */
  private static final List<MeshDevice> MESHES = new ArrayList<>();

  private final int runs;
  private final boolean clearCache;

  AccumulateScenario(int runs, boolean clearCache) {
    this.runs = runs;
    this.clearCache = clearCache;
  }

  /**
   * Runs the scenario, prints the sums over all sessions after each run, and returns the closed
   * meshes.
   */
  List<MeshDevice> run(PrintStream out) {
    for (int run = 1; run <= runs; run++) {
      MESHES.add(new MeshScenario(1, clearCache).run(StageReport.silent()));
      TtAlloc.mark("run " + run);
      DeviceStatistics l1 = StageReport.of(0, BufferType.L1);
      out.println(
          String.format(
              Locale.ROOT,
              "run %-3d DRAM per device: %s, distinct addresses %s;"
                  + " L1 on device 0: %,d B, distinct addresses %,d B",
              run,
              StageReport.perDevice(BufferType.DRAM, DeviceStatistics::allocatedBytes),
              StageReport.perDevice(BufferType.DRAM, DeviceStatistics::distinctBytes),
              l1.allocatedBytes(),
              l1.distinctBytes()));
    }
    return List.copyOf(MESHES);
  }
}
