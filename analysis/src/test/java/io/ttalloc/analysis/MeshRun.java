package io.ttalloc.analysis;

import static io.ttalloc.analysis.LedgerBuilder.cache;
import static io.ttalloc.analysis.LedgerBuilder.container;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;

/**
 * Records what one run of the mesh scenario leaves open if it does not clear the program cache: two
 * operations, whose workloads are in the cache of a closed mesh.
 */
public final class MeshRun {
  private static final String RUNTIME = "io.ttalloc.runtime.";
  public static final TypeEntry BUFFER = sized("buffer", RUNTIME + "Buffer");
  public static final TypeEntry CB = sized("circular-buffer", RUNTIME + "CircularBuffer");
  public static final TypeEntry MESH_BUFFER = container("mesh-buffer", RUNTIME + "MeshBuffer");
  public static final TypeEntry PROGRAM = container("program", RUNTIME + "ProgramImpl");
  public static final TypeEntry WORKLOAD = container("mesh-workload", RUNTIME + "MeshWorkloadImpl");
  public static final TypeEntry MESH = container("mesh-device", RUNTIME + "MeshDevice");
  public static final TypeEntry CACHE =
      cache("program-cache", RUNTIME + "ProgramCache", "owner.disableAndClearProgramCache()");
  public static final long ADD_ADDRESS = 0x3ffff800L;
  public static final long MATMUL_ADDRESS = 0x3ffff000L;

  private final LedgerBuilder ledger;
  private final String run;

  private MeshRun(LedgerBuilder ledger, String run) {
    this.ledger = ledger;
    this.run = run;
  }

  /** Adds the names of the call sites; must be called once per ledger. */
  public static LedgerBuilder withSites(LedgerBuilder ledger) {
    return ledger
        .site(RUNTIME + "MeshWorkloadImpl", "loadBinaries", "load_binaries")
        .site(RUNTIME + "ProgramImpl", "allocateCircularBuffers", "allocate_circular_buffers")
        .site(
            RUNTIME + "DeviceOperation",
            "createAndCacheMeshWorkload",
            "create_and_cache_mesh_workload");
  }

  /**
   * Opens a mesh, runs an addition and a multiplication on it, and closes it.
   *
   * @param run the name of the run, which distinguishes its sessions from those of other runs
   */
  public static OpenedResource record(LedgerBuilder ledger, String run) {
    return new MeshRun(ledger, run).run();
  }

  private OpenedResource run() {
    OpenedResource mesh =
        ledger.open(MESH, stack(RUNTIME + "MeshDevice.open:20", "demo.Mesh.run:40")).label("2 x 4");
    OpenedResource cache =
        ledger.open(CACHE, stack(RUNTIME + "MeshDevice.<init>:30", "demo.Mesh.run:40")).owner(mesh);
    operation(cache, "add", 24, 48, ADD_ADDRESS, 12_288, new long[] {4_096, 4_096, 4_096});
    operation(cache, "matmul", 39, 52, MATMUL_ADDRESS, 24_576, new long[] {4_096, 4_096, 2_048});
    return mesh.closedBy(stack(RUNTIME + "MeshDevice.close:70", "demo.Mesh.run:64"));
  }

  private void operation(
      OpenedResource cache,
      String name,
      int line,
      int userLine,
      long at,
      long bytes,
      long[] buffers) {
    String[] callers = {
      RUNTIME + "DeviceOperation.createAndCacheMeshWorkload:120",
      RUNTIME + "BinaryDeviceOperation.invoke:33",
      RUNTIME + "Ttnn." + name + ":" + line,
      "demo.Mesh.run:" + userLine
    };
    OpenedResource workload = ledger.open(WORKLOAD, stack(callers)).heldBy(cache, name);
    OpenedResource program = ledger.open(PROGRAM, stack(callers)).owner(workload);
    OpenedResource meshBuffer = ledger.open(MESH_BUFFER, loading(callers, 41)).owner(workload);
    ledger
        .open(BUFFER, loading(callers, 43))
        .owner(meshBuffer)
        .on("mesh " + run, -1, "DRAM")
        .at(at, 0);
    for (int device = 0; device < 8; device++) {
      ledger
          .open(BUFFER, loading(callers, 44))
          .owner(meshBuffer)
          .on("c" + device + "#" + run, device, "DRAM")
          .at(at, 2_048)
          .bytes(bytes);
    }
    ledger.closedViews(BUFFER, loading(callers, 51), 8);
    ledger
        .open(BUFFER, loading(callers, 60))
        .owner(program)
        .on("mesh " + run, -1, "DRAM")
        .at(at, 0)
        .alias();
    long start = 101_152;
    for (long size : buffers) {
      ledger
          .open(CB, placing(callers))
          .owner(program)
          .on("c0#" + run, 0, "L1")
          .at(start, size)
          .bytes(size)
          .shared();
      start += 4_096;
    }
  }

  private static List<Frame> loading(String[] callers, int line) {
    return stack(
        RUNTIME + "MeshBuffer.create:" + line,
        RUNTIME + "MeshWorkloadImpl.loadBinaries:88",
        RUNTIME + "MeshCommandQueue.enqueueMeshWorkload:57",
        callers[0],
        callers[1],
        callers[2],
        callers[3]);
  }

  private static List<Frame> placing(String[] callers) {
    return stack(
        RUNTIME + "ProgramImpl.allocateCircularBuffers:140",
        RUNTIME + "ProgramImpl.compile:99",
        callers[0],
        callers[1],
        callers[2],
        callers[3]);
  }

  /** Adds what the allocators of the eight devices report after a run. */
  public static void statistics(LedgerBuilder ledger, String run, long dramBytes, long l1Bytes) {
    for (int device = 0; device < 8; device++) {
      ledger.statistics(1, device, "c" + device + "#" + run, "DRAM", dramBytes);
      ledger.statistics(1, device, "c" + device + "#" + run, "L1", device == 0 ? l1Bytes : 0);
    }
  }
}
