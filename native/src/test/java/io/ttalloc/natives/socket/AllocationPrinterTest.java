package io.ttalloc.natives.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.natives.socket.accounting.AllocationEvent;
import io.ttalloc.natives.socket.accounting.MemoryKind;
import io.ttalloc.natives.socket.accounting.MemoryRow;
import io.ttalloc.natives.socket.accounting.ProcessRow;
import io.ttalloc.natives.socket.accounting.RemainingAllocations;
import io.ttalloc.natives.socket.accounting.RemainingAllocations.Allocation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationPrinterTest {
  private static final long ADDRESS = 1_073_739_776L;

  private final StringWriter text = new StringWriter();
  private final AllocationPrinter printer = new AllocationPrinter(new PrintWriter(text)::println);

  @Test
  void theLinesThatScriptsParse() {
    printer.accounted(new AllocationEvent.Allocated(9, 0, MemoryKind.DRAM, ADDRESS, 12_288));
    printer.accounted(
        new AllocationEvent.AllocatedTwice(9, 0, MemoryKind.DRAM, ADDRESS, 12_288, 12_288, 2));
    printer.accounted(new AllocationEvent.Freed(9, 0, MemoryKind.DRAM, ADDRESS, 12_288, 1));
    printer.accounted(new AllocationEvent.Freed(9, 0, MemoryKind.DRAM, ADDRESS, 12_288, 0));
    printer.accounted(new AllocationEvent.FreedUnknown(9, 4, MemoryKind.Family.BUFFER, -1));
    assertThat(text)
        .hasToString(
            """
            ✓ [PID 9] Allocated 12288 bytes of DRAM on device 0 (buffer_id=1073739776)
            ✓ [PID 9] Allocated 12288 bytes of DRAM on device 0 (buffer_id=1073739776, ref_count=2)
            ⚠ [PID 9] Double allocation: buffer 1073739776 on device 0 was already allocated (12288 bytes)
            ✗ [PID 9] Freed buffer 1073739776 on device 0 (12288 bytes, ref_count=1 remaining)
            ✗ [PID 9] Freed buffer 1073739776 on device 0 (12288 bytes, FINAL)
            ⚠ [PID 9] Deallocation for unknown buffer 18446744073709551615 on device 4 (allocated before tracking started)
            """);
  }

  @Test
  void whatTheOtherServerDoesNotTell() {
    printer.accounted(new AllocationEvent.Rejected(9, "device -1, expected 0 to 1023"));
    printer.accounted(new AllocationEvent.NotTracked(9, "no room"));
    printer.accounted(new AllocationEvent.ProcessEnded(process(9, true, memory(0, 3, 36_864))));
    printer.accounted(new AllocationEvent.ProcessEnded(process(9, true, memory(2, 1, 8))));
    printer.accounted(new AllocationEvent.ProcessEnded(process(9, true, memory(0, 0, 0))));
    printer.problem("connection 3: nonsense; closed");
    printer.missed(12);
    assertThat(text)
        .hasToString(
            """
            ⚠ [PID 9] Ignored: device -1, expected 0 to 1023
            ⚠ [PID 9] Not tracked: no room
            ⚠ [PID 9] Process ended and left 3 allocations of DRAM on device 0 (36864 bytes)
            ⚠ [PID 9] Process ended and left 1 allocation of DRAM on device 2 (8 bytes)
            ⚠ [PID 9] Process ended and left nothing
            ⚠ connection 3: nonsense; closed
            ⚠ Lines dropped here: 12 (output arrived faster than it could be read)
            """);
  }

  @Test
  void aListOfWhatRemains() {
    printer.dumpRequested(
        new RemainingAllocations(
            false,
            9,
            3,
            List.of(
                new Allocation(9, 0, MemoryKind.DRAM, ADDRESS, 12_288, 2),
                new Allocation(9, 0, MemoryKind.L1, 64, 1, 1))));
    assertThat(text)
        .hasToString(
            """
            Remaining allocations: 3
              [PID 9] 12288 bytes of DRAM on device 0 (buffer_id=1073739776, ref_count=2)
              [PID 9] 1 bytes of L1 on device 0 (buffer_id=64)
              1 more, no larger than these
            """);
  }

  private static MemoryRow memory(int device, long live, long bytes) {
    return new MemoryRow(device, MemoryKind.DRAM, live, bytes, bytes, live, 0, 0);
  }

  private static ProcessRow process(int pid, boolean ended, MemoryRow... memory) {
    return new ProcessRow(pid, "worker", ended, true, 1, 1, 0, 0, 0, List.of(memory));
  }
}
