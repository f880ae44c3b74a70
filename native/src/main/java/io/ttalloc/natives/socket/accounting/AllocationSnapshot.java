package io.ttalloc.natives.socket.accounting;

import io.ttalloc.ledger.read.SaturatedSum;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The allocations of all processes at one moment.
 *
 * @param processes the running processes in the order in which they were first seen, then the ended
 *     processes in the order in which they ended
 * @param forgotten the number of ended processes that are no longer listed because there were too
 *     many
 * @param unaccounted the number of messages that were ignored because the tables had no room for
 *     their process, or because its id was invalid
 */
public record AllocationSnapshot(List<ProcessRow> processes, long forgotten, long unaccounted) {

  public AllocationSnapshot {
    processes = List.copyOf(processes);
  }

  /** The devices on which any listed process has ever allocated anything. */
  public SortedSet<Integer> devices() {
    SortedSet<Integer> devices = new TreeSet<>();
    processes.forEach(process -> process.memory().forEach(row -> devices.add(row.device())));
    return devices;
  }

  /** The number of processes that have ended so far, including those no longer listed. */
  public long ended() {
    return forgotten + processes.stream().filter(ProcessRow::ended).count();
  }

  /** The number of buffers that running processes have allocated. */
  public long activeAllocations() {
    return processes.stream()
        .filter(process -> !process.ended())
        .mapToLong(process -> process.live(MemoryKind.Family.BUFFER))
        .sum();
  }

  /** The number of live allocations of a kind that running processes have on a device. */
  public long live(int device, MemoryKind kind) {
    return processes.stream()
        .filter(process -> !process.ended())
        .flatMap(process -> process.memory().stream())
        .filter(row -> row.device() == device && row.kind() == kind)
        .mapToLong(MemoryRow::live)
        .sum();
  }

  /**
   * The bytes of the live allocations of a kind that running processes have on a device; {@code
   * Long.MAX_VALUE} if the sum is larger.
   */
  public long liveBytes(int device, MemoryKind kind) {
    return processes.stream()
        .filter(process -> !process.ended())
        .flatMap(process -> process.memory().stream())
        .filter(row -> row.device() == device && row.kind() == kind)
        .mapToLong(MemoryRow::liveBytes)
        .reduce(0, SaturatedSum::of);
  }
}
