package io.ttalloc.watch.natives;

import java.util.ArrayList;
import java.util.List;

/** Fictional native processes. */
public final class SampleNatives {
  private SampleNatives() {}

  /**
   * Returns a state with a process that both sources know, one that left memory allocated, one that
   * left nothing, and eight chips.
   */
  public static NativeState state() {
    List<ChipMemory> chips = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String id = "70" + i;
      chips.add(chip(id, i, false, "DRAM", 800L << 20, null));
      chips.add(chip(id, i, false, "L1", 95 << 10, 100L << 10));
      chips.add(chip(id, i, false, "TRACE", 0, null));
    }
    chips.add(chip("707", 15, true, "DRAM", 12, null));
    NativeState regions =
        new NativeState(
            List.of(
                new NativeProcess(
                    NativeSource.REGION,
                    4_711,
                    "python3",
                    false,
                    null,
                    null,
                    List.of(
                        new NativeMemory("700", 0, "DRAM", null, 800L << 20),
                        new NativeMemory("701", 1, "DRAM", null, 800L << 20),
                        new NativeMemory("700", 0, "TRACE", null, 0)))),
            chips,
            2,
            0,
            0,
            List.of("/dev/shm/tt_device_9_memory has version 5, expected 1 to 4; it is not read"));
    NativeState socket =
        new NativeState(
            List.of(
                socket(4_711, "python3", false, 0, 3, 90_112),
                socket(4_242, "llama \\u001b", true, 2, 7, 1_536),
                socket(17, "clean", true, 0, 0, 0)),
            List.of(new ChipMemory(NativeSource.SOCKET, null, 0, false, "DRAM", 90_112, null)),
            0,
            5,
            6,
            List.of());
    return regions.with(socket);
  }

  private static NativeProcess socket(
      int pid, String program, boolean ended, long twice, long live, long bytes) {
    return new NativeProcess(
        NativeSource.SOCKET,
        pid,
        program,
        ended,
        twice,
        1L,
        List.of(new NativeMemory(null, 0, "DRAM", live, bytes)));
  }

  private static ChipMemory chip(
      String id, int device, boolean remote, String space, long bytes, Long capacity) {
    return new ChipMemory(NativeSource.REGION, id, device, remote, space, bytes, capacity);
  }
}
