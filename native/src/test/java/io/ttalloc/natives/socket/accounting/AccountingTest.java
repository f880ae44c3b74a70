package io.ttalloc.natives.socket.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.ttalloc.natives.processes.RunningProcess;
import io.ttalloc.natives.socket.accounting.AllocationEvent.Allocated;
import io.ttalloc.natives.socket.accounting.AllocationEvent.AllocatedTwice;
import io.ttalloc.natives.socket.accounting.AllocationEvent.Freed;
import io.ttalloc.natives.socket.accounting.AllocationEvent.FreedUnknown;
import io.ttalloc.natives.socket.accounting.AllocationEvent.ProcessEnded;
import io.ttalloc.natives.socket.accounting.AllocationEvent.Rejected;
import io.ttalloc.natives.socket.accounting.MemoryKind.Family;
import io.ttalloc.natives.socket.wire.DeviceUsage;
import io.ttalloc.natives.socket.wire.MessageType;
import io.ttalloc.natives.socket.wire.WireMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AccountingTest {
  private static final int A = 100;
  private static final int B = 200;
  private static final long ADDRESS = 0x3fff_f800L;

  private final Map<Integer, RunningProcess> machine = new HashMap<>();
  private final List<AllocationEvent> events = new ArrayList<>();
  private Accounting accounting = accounting(AccountingLimits.DEFAULT);
  private Participant connection = accounting.join();
  private long now = 1_000;

  AccountingTest() {
    runs(A, 1);
    runs(B, 2);
  }

  @Test
  void twoProcessesMayHaveOneAddress() {
    tell(MessageType.ALLOC, A, 0, 0, 12_288, ADDRESS);
    tell(MessageType.ALLOC, B, 0, 0, 24_576, ADDRESS);
    tell(MessageType.FREE, A, 0, 0, 0, ADDRESS);
    assertThat(events)
        .containsExactly(
            new Allocated(A, 0, MemoryKind.DRAM, ADDRESS, 12_288),
            new Allocated(B, 0, MemoryKind.DRAM, ADDRESS, 24_576),
            new Freed(A, 0, MemoryKind.DRAM, ADDRESS, 12_288, 0));
    assertThat(row(A).memory())
        .containsExactly(new MemoryRow(0, MemoryKind.DRAM, 0, 0, 12_288, 1, 1, 0));
    assertThat(row(B).memory())
        .containsExactly(new MemoryRow(0, MemoryKind.DRAM, 1, 24_576, 24_576, 1, 0, 0));
  }

  @Test
  void aDoubleAllocationIsOneBufferAndIsReported() {
    tell(MessageType.ALLOC, A, 3, 0, 12_288, ADDRESS);
    tell(MessageType.ALLOC, A, 3, 0, 16_384, ADDRESS);
    assertThat(row(A).memory())
        .containsExactly(new MemoryRow(3, MemoryKind.DRAM, 1, 16_384, 16_384, 1, 0, 1));
    tell(MessageType.FREE, A, 3, 0, 0, ADDRESS);
    assertThat(row(A).live(Family.BUFFER)).isOne();
    tell(MessageType.FREE, A, 3, 0, 0, ADDRESS);
    assertThat(events.subList(1, 4))
        .containsExactly(
            new AllocatedTwice(A, 3, MemoryKind.DRAM, ADDRESS, 16_384, 12_288, 2),
            new Freed(A, 3, MemoryKind.DRAM, ADDRESS, 16_384, 1),
            new Freed(A, 3, MemoryKind.DRAM, ADDRESS, 16_384, 0));
    assertThat(row(A).memory())
        .containsExactly(new MemoryRow(3, MemoryKind.DRAM, 0, 0, 16_384, 1, 1, 1));
  }

  @Test
  void aFreeThatDoesNotNameTheKindFindsIt() {
    tell(MessageType.ALLOC, A, 0, 1, 2_048, 101_152);
    tell(MessageType.FREE, A, 0, 0, 0, 101_152);
    assertThat(events).endsWith(new Freed(A, 0, MemoryKind.L1, 101_152, 2_048, 0));
  }

  @Test
  void aFreeTakesTheKindThatItNamesFirst() {
    tell(MessageType.ALLOC, A, 0, 0, 1, 4_096);
    tell(MessageType.ALLOC, A, 0, 1, 2, 4_096);
    tell(MessageType.FREE, A, 0, 1, 0, 4_096);
    assertThat(events).endsWith(new Freed(A, 0, MemoryKind.L1, 4_096, 2, 0));
  }

  @Test
  void aFreeThatNamesAnotherDeviceFindsTheOnlyAllocationThatFits() {
    tell(MessageType.ALLOC, A, 3, 1, 2_048, 101_152);
    tell(MessageType.FREE, A, 0, 0, 0, 101_152);
    assertThat(events).endsWith(new Freed(A, 3, MemoryKind.L1, 101_152, 2_048, 0));
    assertThat(row(A).freedUnknown()).isZero();

    tell(MessageType.ALLOC, A, 1, 0, 64, ADDRESS);
    tell(MessageType.ALLOC, A, 2, 0, 64, ADDRESS);
    tell(MessageType.FREE, A, 0, 0, 0, ADDRESS);
    assertThat(events).endsWith(new FreedUnknown(A, 0, Family.BUFFER, ADDRESS));
    assertThat(row(A).live(Family.BUFFER)).isEqualTo(2);
  }

  @Test
  void unknownFreesAreReported() {
    tell(MessageType.FREE, A, 7, 0, 0, ADDRESS);
    tell(MessageType.ALLOC, B, 7, 0, 1, ADDRESS);
    tell(MessageType.FREE, A, 7, 0, 0, ADDRESS);
    assertThat(events.get(0)).isEqualTo(new FreedUnknown(A, 7, Family.BUFFER, ADDRESS));
    assertThat(events.get(2)).isEqualTo(events.get(0));
    assertThat(row(A).freedUnknown()).isEqualTo(2);
    assertThat(row(B).live(Family.BUFFER)).isOne();
  }

  @Test
  void circularBuffersAndKernelsAreTheirOwn() {
    tell(MessageType.ALLOC, A, 0, 1, 10, 64);
    tell(MessageType.CB_ALLOC, A, 0, 1, 20, 64);
    tell(MessageType.KERNEL_LOAD, A, 0, 2, 40, 64);
    assertThat(accounting.usage(0)).isEqualTo(new DeviceUsage(0, 10, 0, 0, 20, 40));
    tell(MessageType.FREE, A, 0, 1, 0, 64);
    assertThat(accounting.usage(0)).isEqualTo(new DeviceUsage(0, 0, 0, 0, 20, 40));
    tell(MessageType.CB_FREE, A, 0, 1, 0, 64);
    tell(MessageType.KERNEL_UNLOAD, A, 0, 0, 0, 64);
    assertThat(accounting.usage(0)).isEqualTo(DeviceUsage.NONE);
    assertThat(row(A).memory())
        .extracting(MemoryRow::kind)
        .containsExactly(MemoryKind.L1, MemoryKind.CB, MemoryKind.KERNEL_DISPATCH);
  }

  @Test
  void whatCannotBeTrueIsRejected() {
    tell(MessageType.ALLOC, A, -1, 0, 1, 1);
    tell(MessageType.ALLOC, A, 1_024, 0, 1, 1);
    tell(MessageType.FREE, A, Integer.MIN_VALUE, 0, 0, 1);
    tell(MessageType.ALLOC, A, 0, 5, 1, 1);
    tell(MessageType.ALLOC, A, 0, 0, -1, 1);
    connection = accounting.join();
    tell(MessageType.ALLOC, A, 0, 0, (1L << 40) + 1, 1);
    assertThat(events)
        .containsExactly(
            new Rejected(A, "device -1, expected 0 to 1023"),
            new Rejected(A, "device 1024, expected 0 to 1023"),
            new Rejected(A, "device -2147483648, expected 0 to 1023"),
            new Rejected(A, "unknown memory type 5"),
            new Rejected(
                A, "an allocation of 18446744073709551615 bytes, expected at most 1099511627776"),
            new Rejected(
                A, "an allocation of 1099511627777 bytes, expected at most 1099511627776"));
    assertThat(row(A).rejected()).isEqualTo(6);
    assertThat(row(A).memory()).isEmpty();
  }

  @Test
  void thePeakStays() {
    tell(MessageType.ALLOC, A, 0, 0, 10, 1);
    tell(MessageType.ALLOC, A, 0, 0, 20, 2);
    tell(MessageType.FREE, A, 0, 0, 0, 1);
    tell(MessageType.ALLOC, A, 0, 0, 5, 3);
    assertThat(row(A).memory())
        .containsExactly(new MemoryRow(0, MemoryKind.DRAM, 2, 25, 30, 3, 1, 0));
  }

  @Test
  void whatAProcessLeftIsReportedWhenAllItsMessagesAreRead() {
    tell(MessageType.ALLOC, A, 0, 0, 10, 1);
    machine.remove(A);
    accounting.check(now);
    assertThat(row(A).ended()).as("its connection may have more").isFalse();
    accounting.leave(connection);
    assertThat(row(A).ended()).isTrue();
    assertThat(row(A).memory())
        .containsExactly(new MemoryRow(0, MemoryKind.DRAM, 1, 10, 10, 1, 0, 0));
    assertThat(events).endsWith(new ProcessEnded(row(A)));
    assertThat(accounting.usage(0)).as("no process has it now").isEqualTo(DeviceUsage.NONE);
    assertThat(accounting.snapshot().activeAllocations()).isZero();
  }

  @Test
  void aProcessWhoseChildKeepsTheConnectionHasEndedAfterSomeSilence() {
    tell(MessageType.ALLOC, A, 0, 0, 10, 1);
    machine.remove(A);
    long last = now - 1;
    accounting.check(last + TimeUnit.SECONDS.toNanos(5));
    assertThat(row(A).ended()).isFalse();
    accounting.check(last + TimeUnit.SECONDS.toNanos(5) + 1);
    assertThat(row(A).ended()).isTrue();
  }

  @Test
  void aProcessThatOnlyDisconnectsRuns() {
    tell(MessageType.ALLOC, A, 0, 0, 10, 1);
    accounting.leave(connection);
    accounting.check(now + TimeUnit.HOURS.toNanos(1));
    assertThat(row(A).ended()).isFalse();
    assertThat(row(A).connections()).isZero();
  }

  @Test
  void anIdThatWasGivenAwayIsAnotherProcess() {
    tell(MessageType.ALLOC, A, 0, 0, 10, 1);
    runs(A, 99);
    connection = accounting.join();
    tell(MessageType.FREE, A, 0, 0, 0, 1);
    assertThat(events.get(1)).isInstanceOf(ProcessEnded.class);
    assertThat(events.get(2)).isEqualTo(new FreedUnknown(A, 0, Family.BUFFER, 1));
    assertThat(accounting.snapshot().processes())
        .extracting(ProcessRow::pid, ProcessRow::ended)
        .containsExactly(tuple(A, false), tuple(A, true));
  }

  @Test
  void aProcessOfAnotherNamespaceLivesAsLongAsItsConnection() {
    tell(MessageType.ALLOC, 7, 0, 0, 10, 1);
    accounting.check(now + TimeUnit.HOURS.toNanos(1));
    assertThat(row(7).ended()).isFalse();
    assertThat(row(7).visible()).isFalse();
    accounting.leave(connection);
    assertThat(row(7).ended()).isTrue();
  }

  @Test
  void whatRemainsIsListedByDeviceKindAndSize() {
    tell(MessageType.ALLOC, A, 1, 0, 10, 1);
    tell(MessageType.ALLOC, A, 0, 1, 10, 2);
    tell(MessageType.ALLOC, B, 0, 1, 20, 3);
    tell(MessageType.KERNEL_LOAD, A, 0, 0, 30, 4);
    RemainingAllocations remaining = accounting.remaining(false, A);
    assertThat(remaining.total()).isEqualTo(3);
    assertThat(remaining.largest())
        .extracting(RemainingAllocations.Allocation::address)
        .containsExactly(3L, 2L, 1L);
    assertThat(accounting.remaining(true, A).total()).isOne();
  }

  private Accounting accounting(AccountingLimits limits) {
    return new Accounting(limits, pid -> Optional.ofNullable(machine.get(pid)), events::add);
  }

  private void runs(int pid, long start) {
    machine.put(pid, new RunningProcess(pid, start, start, "worker"));
  }

  private void tell(MessageType type, int pid, int device, int kind, long size, long address) {
    accounting.account(
        connection, new WireMessage(type, device, size, kind, pid, address, 0), now++);
  }

  private ProcessRow row(int pid) {
    return accounting.snapshot().processes().stream()
        .filter(row -> row.pid() == pid)
        .findFirst()
        .orElseThrow();
  }
}
