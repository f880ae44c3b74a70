package io.ttalloc.natives.socket.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.ttalloc.natives.processes.RunningProcess;
import io.ttalloc.natives.socket.accounting.AllocationEvent.NotTracked;
import io.ttalloc.natives.socket.accounting.AllocationEvent.Rejected;
import io.ttalloc.natives.socket.accounting.MemoryKind.Family;
import io.ttalloc.natives.socket.wire.MessageType;
import io.ttalloc.natives.socket.wire.WireMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the limits on what is stored and reported. */
class AccountingBoundsTest {
  private static final int A = 100;
  private static final int B = 200;

  private final Map<Integer, RunningProcess> machine = new HashMap<>();
  private final List<AllocationEvent> events = new ArrayList<>();
  private Accounting accounting = accounting(AccountingLimits.DEFAULT);
  private Participant connection = accounting.join();
  private long now = 1_000;

  AccountingBoundsTest() {
    runs(A, 1);
    runs(B, 2);
  }

  @Test
  void theFirstFewRejectedMessagesOfAConnectionAreReported() {
    for (int i = 0; i < 8; i++) {
      tell(MessageType.ALLOC, i % 2 == 0 ? A : B, -1, 0, 1, 1);
    }
    assertThat(events).hasSize(5).allMatch(Rejected.class::isInstance);
    assertThat(accounting.rejectedUnreported(connection)).isEqualTo(3);
    assertThat(row(A).rejected() + row(B).rejected()).isEqualTo(8);
    connection = accounting.join();
    assertThat(accounting.rejectedUnreported(connection)).isZero();
    tell(MessageType.ALLOC, A, -1, 0, 1, 1);
    assertThat(events).as("another connection").hasSize(6);
  }

  @Test
  void aFullTableCountsWhatHasNoRoom() {
    accounting = accounting(new AccountingLimits(2, 1, 2, 3, 8, 8, 8, 1L << 40));
    connection = accounting.join();
    for (int address = 0; address < 5; address++) {
      tell(MessageType.ALLOC, A, 0, 0, 10, address);
    }
    tell(MessageType.ALLOC, B, 0, 0, 10, 1);
    tell(MessageType.ALLOC, B, 0, 0, 10, 2);
    tell(MessageType.ALLOC, 300, 0, 0, 10, 1);
    tell(MessageType.ALLOC, 300, 0, 0, 10, 1);
    tell(MessageType.ALLOC, 0, 0, 0, 10, 1);
    assertThat(events.stream().filter(NotTracked.class::isInstance))
        .containsExactly(
            new NotTracked(A, "no room for more than 2 allocations per process"),
            new NotTracked(B, "no room for more than 3 allocations in all processes"),
            new NotTracked(300, "no room for more than 2 processes"));
    assertThat(row(A).notTracked()).isEqualTo(3);
    assertThat(accounting.snapshot().unaccounted()).isEqualTo(3);
    tell(MessageType.FREE, A, 0, 0, 0, 0);
    tell(MessageType.ALLOC, A, 0, 0, 10, 9);
    assertThat(row(A).live(Family.BUFFER)).as("there is room again").isEqualTo(2);
  }

  @Test
  void kindsOfMemoryOnDevicesAreBounded() {
    accounting = accounting(new AccountingLimits(8, 8, 99, 99, 2, 3, 8, 1L << 40));
    connection = accounting.join();
    for (int device = 0; device < 4; device++) {
      tell(MessageType.ALLOC, A, device, 0, 10, 1);
      tell(MessageType.ALLOC, B, 0, device, 10, 1);
    }
    tell(MessageType.ALLOC, A, 0, 0, 10, 2);
    assertThat(events.stream().filter(NotTracked.class::isInstance))
        .containsExactly(
            new NotTracked(
                B, "no room for more than 3 pairs of device and memory kind in all processes"),
            new NotTracked(
                A, "no room for more than 2 pairs of device and memory kind per process"));
    assertThat(accounting.snapshot().processes())
        .extracting(ProcessRow::pid, row -> row.memory().size(), ProcessRow::notTracked)
        .containsExactly(tuple(A, 2, 2L), tuple(B, 1, 3L));
    assertThat(accounting.devices()).as("where there was room").containsExactly(0, 1);
    assertThat(row(A).live(Family.BUFFER)).as("what it has may grow").isEqualTo(3);
  }

  @Test
  void anEndedProcessKeepsOnlyThePartsThatItLeftOrAllocatedTwice() {
    accounting = accounting(new AccountingLimits(8, 8, 99, 99, 3, 3, 8, 1L << 40));
    connection = accounting.join();
    for (int device = 0; device < 3; device++) {
      tell(MessageType.ALLOC, 7, device, 0, 10, 1);
    }
    tell(MessageType.ALLOC, 7, 2, 0, 10, 1);
    for (int device : new int[] {1, 2, 2}) {
      tell(MessageType.FREE, 7, device, 0, 0, 1);
    }
    accounting.leave(connection);
    assertThat(row(7).memory())
        .containsExactly(
            new MemoryRow(0, MemoryKind.DRAM, 1, 10, 10, 1, 0, 0),
            new MemoryRow(2, MemoryKind.DRAM, 0, 0, 10, 1, 1, 1));
    connection = accounting.join();
    tell(MessageType.ALLOC, A, 0, 0, 10, 1);
    assertThat(accounting.snapshot().forgotten()).as("there is room for one").isZero();
    tell(MessageType.ALLOC, A, 1, 0, 10, 1);
    assertThat(accounting.snapshot().processes())
        .as("one that runs takes the room of one that has ended")
        .extracting(ProcessRow::pid, row -> row.memory().size(), ProcessRow::notTracked)
        .containsExactly(tuple(A, 2, 0L));
    assertThat(accounting.snapshot().forgotten()).isOne();
  }

  @Test
  void ofEndedProcessesThoseThatLeftNothingAreForgottenFirst() {
    accounting = accounting(new AccountingLimits(8, 2, 8, 8, 8, 8, 8, 1L << 40));
    for (int pid = 1; pid <= 3; pid++) {
      connection = accounting.join();
      tell(MessageType.ALLOC, pid, 0, 0, 10, 1);
      if (pid == 2) {
        tell(MessageType.FREE, pid, 0, 0, 0, 1);
      }
      accounting.leave(connection);
    }
    assertThat(accounting.snapshot().processes()).extracting(ProcessRow::pid).containsExactly(1, 3);
    assertThat(accounting.snapshot().forgotten()).isOne();
    assertThat(accounting.snapshot().ended()).isEqualTo(3);
  }

  @Test
  void aLongListHasTheLargest() {
    for (int i = 1; i <= AccountingLimits.LISTED + 5; i++) {
      tell(MessageType.ALLOC, A, 0, 0, i, i);
    }
    RemainingAllocations remaining = accounting.remaining(false, A);
    assertThat(remaining.total()).isEqualTo(AccountingLimits.LISTED + 5);
    assertThat(remaining.largest()).hasSize(AccountingLimits.LISTED);
    assertThat(remaining.largest()).allMatch(allocation -> allocation.bytes() > 5);
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
