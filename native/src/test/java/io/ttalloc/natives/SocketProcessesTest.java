package io.ttalloc.natives;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.natives.socket.accounting.AllocationSnapshot;
import io.ttalloc.natives.socket.accounting.MemoryKind;
import io.ttalloc.natives.socket.accounting.MemoryRow;
import io.ttalloc.natives.socket.accounting.ProcessRow;
import io.ttalloc.watch.natives.ChipMemory;
import io.ttalloc.watch.natives.NativeSource;
import io.ttalloc.watch.natives.NativeState;
import java.util.List;
import org.junit.jupiter.api.Test;

class SocketProcessesTest {
  private static ProcessRow process(int pid, boolean ended, MemoryRow... memory) {
    return new ProcessRow(pid, "p" + pid, ended, true, 1, 9, 4, 0, 0, List.of(memory));
  }

  private static MemoryRow row(int device, MemoryKind kind, long live, long bytes) {
    return new MemoryRow(device, kind, live, bytes, bytes, live, 0, 3);
  }

  @Test
  void runningOnesAreSummedUpByDeviceAndKindAndEndedOnesAreListed() {
    NativeState state =
        SocketProcesses.of(
            new AllocationSnapshot(
                List.of(
                    process(9, true, row(1, MemoryKind.DRAM, 5, 500)),
                    process(8, false, row(1, MemoryKind.DRAM, 1, 10), row(0, MemoryKind.L1, 0, 0)),
                    process(7, false, row(1, MemoryKind.DRAM, 2, 20), row(0, MemoryKind.CB, 1, 7))),
                11,
                12));

    assertThat(state.chips())
        .containsExactly(
            new ChipMemory(NativeSource.SOCKET, null, 0, false, "CB", 7, null),
            new ChipMemory(NativeSource.SOCKET, null, 1, false, "DRAM", 30, null));
    assertThat(state.processes())
        .extracting(it -> it.pid() + " " + it.state() + " " + it.live() + " " + it.bytes())
        .containsExactly("7 running 3 27", "8 running 1 10", "9 ended 5 500");
    assertThat(state.processes().get(0).allocatedTwice()).isEqualTo(6);
    assertThat(state.processes().get(0).unknownFrees()).isEqualTo(4);
    assertThat(state.forgotten()).isEqualTo(11);
    assertThat(state.unaccounted()).isEqualTo(12);
  }
}
