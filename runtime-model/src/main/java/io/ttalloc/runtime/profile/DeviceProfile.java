package io.ttalloc.runtime.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The properties of one kind of chip, and how the chips of its mesh are wired. A profile is data,
 * so that a different machine requires a different value but no new code.
 *
 * @param name the product's name
 * @param spaces the bank layout of each space
 * @param cores the worker cores
 * @param meshRows the chip ids of the full mesh, row by row
 * @param fabricKernels the kernels that the fabric keeps on every open chip
 * @param dispatchKernels the kernels that the command queues keep on every open chip
 */
public record DeviceProfile(
    String name,
    Map<BufferType, BankLayout> spaces,
    CoreRange cores,
    List<List<Integer>> meshRows,
    List<SystemKernel> fabricKernels,
    List<SystemKernel> dispatchKernels) {

  private static final int DRAM_ALIGNMENT = 32;
  private static final int L1_ALIGNMENT = 16;

  /** Eight Wormhole chips in a 2 x 4 mesh, numbered as in a T3000. */
  public static final DeviceProfile WORMHOLE_T3000 =
      new DeviceProfile(
          "Wormhole T3000",
          Map.of(
              // Each bank has 1 GiB - 32 B, starting at address 32. The first 2,560,000 bytes are
              // reserved, so no tensor of the application is placed there.
              BufferType.DRAM, dram(12, 32, 1_073_741_792L, 2_560_000L),
              BufferType.TRACE, noTrace(12, 32, 1_073_741_792L),
              BufferType.L1, l1(64, 1_499_136, 101_152, 32_768),
              BufferType.L1_SMALL, l1Small(64, 1_499_136, 32_768),
              BufferType.SYSTEM_MEMORY, single(1L << 30),
              BufferType.KERNEL_CONFIG, single(1L << 18)),
          new CoreRange(0, 0, 7, 7),
          List.of(List.of(4, 0, 3, 7), List.of(5, 1, 2, 6)),
          systemKernels("fabric", 2, 57_344),
          systemKernels("dispatch", 2, 47_104));

  /** Four Blackhole chips in a 2 x 2 mesh. */
  public static final DeviceProfile BLACKHOLE =
      new DeviceProfile(
          "Blackhole",
          Map.of(
              BufferType.DRAM, dram(8, 64, 4_278_190_080L, 2_560_000L),
              BufferType.TRACE, noTrace(8, 64, 4_278_190_080L),
              BufferType.L1, l1(130, 1_572_864, 101_152, 32_768),
              BufferType.L1_SMALL, l1Small(130, 1_572_864, 32_768),
              BufferType.SYSTEM_MEMORY, single(1L << 30),
              BufferType.KERNEL_CONFIG, single(1L << 18)),
          new CoreRange(0, 0, 12, 9),
          List.of(List.of(0, 1), List.of(2, 3)),
          systemKernels("fabric", 2, 57_344),
          systemKernels("dispatch", 2, 47_104));

  /** Copies the collections and checks that no space is missing. */
  public DeviceProfile {
    spaces = Map.copyOf(spaces);
    meshRows = meshRows.stream().map(List::copyOf).toList();
    fabricKernels = List.copyOf(fabricKernels);
    dispatchKernels = List.copyOf(dispatchKernels);
    for (BufferType type : BufferType.values()) {
      if (!spaces.containsKey(type)) {
        throw new IllegalArgumentException(
            "The profile " + name + " has no bank layout for " + type);
      }
    }
  }

  /** The bank layout of one space. */
  public BankLayout space(BufferType type) {
    BankLayout layout = spaces.get(type);
    if (layout == null) {
      throw new IllegalArgumentException("The profile " + name + " has no bank layout for " + type);
    }
    return layout;
  }

  /** The shape of the mesh of all chips. */
  public MeshShape meshShape() {
    return new MeshShape(meshRows.size(), meshRows.get(0).size());
  }

  /** This profile with a different layout of one space. */
  public DeviceProfile with(BufferType type, BankLayout layout) {
    Map<BufferType, BankLayout> changed = new EnumMap<>(spaces);
    changed.put(type, layout);
    return new DeviceProfile(name, changed, cores, meshRows, fabricKernels, dispatchKernels);
  }

  /** This profile with the top {@code bytes} bytes of every DRAM bank reserved for traces. */
  public DeviceProfile withTraceRegion(long bytes) {
    BankLayout dram = space(BufferType.DRAM);
    long edge = dram.limit() - bytes;
    return with(
            BufferType.DRAM,
            new BankLayout(dram.banks(), dram.bankBytes(), dram.base(), edge, dram.alignment()))
        .with(
            BufferType.TRACE,
            new BankLayout(dram.banks(), dram.bankBytes(), edge, dram.limit(), dram.alignment()));
  }

  private static BankLayout dram(int banks, long start, long bankBytes, long reserved) {
    return new BankLayout(banks, bankBytes, start + reserved, start + bankBytes, DRAM_ALIGNMENT);
  }

  private static BankLayout noTrace(int banks, long start, long bankBytes) {
    long limit = start + bankBytes;
    return new BankLayout(banks, bankBytes, limit, limit, DRAM_ALIGNMENT);
  }

  private static BankLayout l1(int banks, long bytes, long base, long smallBytes) {
    return new BankLayout(banks, bytes, base, bytes - smallBytes, L1_ALIGNMENT);
  }

  private static BankLayout l1Small(int banks, long bytes, long smallBytes) {
    return new BankLayout(banks, bytes, bytes - smallBytes, bytes, L1_ALIGNMENT);
  }

  private static BankLayout single(long bytes) {
    return new BankLayout(1, bytes, 0, bytes, L1_ALIGNMENT);
  }

  private static List<SystemKernel> systemKernels(String what, int count, int bytes) {
    List<SystemKernel> kernels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      kernels.add(new SystemKernel(what + " " + i, bytes));
    }
    return Collections.unmodifiableList(kernels);
  }
}
