package io.ttalloc.demo;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.mesh.MeshBuffer;
import io.ttalloc.runtime.mesh.MeshBufferConfig;
import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.mesh.MeshDeviceConfig;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.session.DevicePool;
import io.ttalloc.runtime.ttnn.Tensor;
import io.ttalloc.runtime.ttnn.Ttnn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs the mesh scenario with one fault. The program cache is cleared unless the fault is about the
 * cache, so that only the effects of the fault remain at the end.
 */
final class FaultScenario {
  private static final int RUNS = 3;
  private static final int L1_BYTES = 65_536;
  private static final int L1_PAGE_BYTES = 1_024;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Keeps resources reachable after the run, like a program's global variables. */
  private static final List<AutoCloseable> KEPT = new ArrayList<>();

  private final NamedFault fault;
  private final MeshDeviceConfig config;
  private final StageReport report;

  FaultScenario(NamedFault fault, StageReport report) {
    this.fault = fault;
    this.config = MeshScenario.MESH.with(fault.faults());
    this.report = report;
  }

  /**
   * Runs the scenario.
   *
   * @param options the options on the command line: none, or {@link NamedFault#option}
   */
  void run(List<String> options) {
    switch (fault) {
      case MESH_DROPPED -> dropMeshes(options.contains("--cleaner"));
      case VIEW_LEFT_OPEN -> mesh(options.contains("--clear-cache"));
      case CB_NEVER_FREED, CB_FREE_BY_DEVICE, FREE_UNSEEN -> mesh(true);
      case TEARDOWN_UNREPORTED, REORDERED_CLOSE, FABRIC_PROGRAM_RESET -> mesh(false);
      case DOUBLE_ALLOCATION -> allocateTwice();
      case CQ_REBUILT -> openAgainAndAgain();
      case UNSTABLE_CACHE_KEY -> repeatOnOneMesh();
      case WORKLOAD_DROPPED -> runWithoutCache();
      case CLOSE_FAILS -> closeAgain();
      case DOUBLE_CLOSE -> deallocateAgain();
      case USE_AFTER_CLOSE -> readAfterDeallocation();
    }
  }

  private void mesh(boolean clearCache) {
    KEPT.add(new MeshScenario(config, 0, clearCache).run(report));
  }

  private void dropMeshes(boolean cleaner) {
    for (int run = 1; run <= RUNS; run++) {
      useAndDrop(cleaner ? config : config.withoutCleaner());
      report.stage("dropped " + run);
      if (cleaner) {
        awaitCleaner();
        report.stage("collected " + run);
      }
      TtAlloc.mark("run " + run);
    }
  }

  private void useAndDrop(MeshDeviceConfig dropped) {
    addAndMultiply(MeshDevice.open(dropped));
  }

  /** Runs the garbage collector until the cleaner has closed every mesh. */
  private static void awaitCleaner() {
    long start = System.nanoTime();
    while (!DevicePool.instance().sessions().isEmpty()) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new IllegalStateException(
            "After %d s the cleaner has not closed the sessions %s; expected none"
                .formatted(PATIENCE.toSeconds(), DevicePool.instance().sessions()));
      }
      System.gc();
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }

  /**
   * Allocates two buffers and leaves both open, because closing one would free the memory of the
   * other.
   */
  private void allocateTwice() {
    MeshDevice mesh = MeshDevice.open(config);
    addAndMultiply(mesh);
    MeshBufferConfig halo =
        new MeshBufferConfig(
            MeshBufferConfig.Layout.REPLICATED,
            L1_BYTES,
            L1_PAGE_BYTES,
            BufferType.L1,
            Direction.TOP_DOWN);
    MeshBuffer first = MeshBuffer.create(mesh.view(), halo);
    MeshBuffer second = MeshBuffer.create(mesh.view(), halo);
    KEPT.add(first);
    KEPT.add(second);
    report.line("two L1 buffers, at %d and at %d", first.address(), second.address());
    close(mesh);
  }

  private void openAgainAndAgain() {
    for (int run = 1; run <= RUNS; run++) {
      MeshDevice mesh = MeshDevice.open(config);
      KEPT.add(mesh);
      addAndMultiply(mesh);
      close(mesh);
      TtAlloc.mark("run " + run);
    }
  }

  private void repeatOnOneMesh() {
    MeshDevice mesh = MeshDevice.open(config);
    KEPT.add(mesh);
    for (int run = 1; run <= RUNS; run++) {
      addAndMultiply(mesh);
      report.line("run %d: %d entries in the program cache", run, mesh.numProgramCacheEntries());
      TtAlloc.mark("run " + run);
    }
    mesh.close();
    report.stage("closed");
  }

  private void runWithoutCache() {
    MeshDevice mesh = MeshDevice.open(config);
    mesh.disableAndClearProgramCache();
    for (int run = 1; run <= RUNS; run++) {
      addAndMultiply(mesh);
      report.stage("run " + run);
    }
    mesh.close();
    report.stage("closed");
  }

  private void closeAgain() {
    MeshDevice mesh = MeshDevice.open(config);
    addAndMultiply(mesh);
    mesh.disableAndClearProgramCache();
    try {
      mesh.close();
    } catch (IllegalStateException e) {
      report.line("close failed: %s", e.getMessage());
    }
    mesh.close();
    report.stage("closed");
  }

  private void deallocateAgain() {
    MeshDevice mesh = MeshDevice.open(config);
    Tensor product = multiply(mesh);
    Ttnn.deallocate(product);
    try {
      Ttnn.deallocate(product);
    } catch (IllegalStateException e) {
      report.line("the allocator refused the second deallocation: %s", e.getMessage());
    }
    close(mesh);
  }

  private void readAfterDeallocation() {
    MeshDevice mesh = MeshDevice.open(config);
    Tensor product = multiply(mesh);
    Ttnn.deallocate(product);
    short[] values = product.toHost();
    report.line("read %d values of a tensor that was deallocated", values.length);
    close(mesh);
  }

  private void addAndMultiply(MeshDevice mesh) {
    Tensor tensor1 = Operands.first(mesh);
    Tensor tensor2 = Operands.second(mesh);
    Ttnn.deallocate(Ttnn.add(tensor1, tensor2));
    Ttnn.deallocate(tensor2);
    Ttnn.deallocate(tensor1);
    Tensor a = Operands.left(mesh);
    Tensor b = Operands.right(mesh);
    Ttnn.deallocate(Ttnn.matmul(a, b));
    Ttnn.deallocate(b);
    Ttnn.deallocate(a);
  }

  /**
   * Returns a product whose operands are no longer allocated. The model therefore has to compute it
   * now, which takes most of the time of the scenarios that call this method.
   */
  private Tensor multiply(MeshDevice mesh) {
    Tensor a = Operands.left(mesh);
    Tensor b = Operands.right(mesh);
    Tensor product = Ttnn.matmul(a, b);
    Ttnn.deallocate(b);
    Ttnn.deallocate(a);
    return product;
  }

  private void close(MeshDevice mesh) {
    mesh.disableAndClearProgramCache();
    mesh.close();
    report.stage("closed");
  }
}
