package io.ttalloc.natives.socket.accounting;

import io.ttalloc.ledger.read.SaturatedSum;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What was allocated at one moment.
 *
 * @param processes those that run in the order in which they were first seen, then those that have
 *     ended, the last to end at the end
 * @param forgotten ended processes that are not listed any more, because there were too many
 * @param unaccounted messages on processes for which there was no room
 */
public record AllocationSnapshot(List<ProcessRow> processes, long forgotten, long unaccounted) {

  public AllocationSnapshot {
    processes = List.copyOf(processes);
  }

  /** The devices on which anything was ever allocated by a process that is listed. */
  public SortedSet<Integer> devices() {
    SortedSet<Integer> devices = new TreeSet<>();
    processes.forEach(process -> process.memory().forEach(row -> devices.add(row.device())));
    return devices;
  }

  /** The number of buffers that running processes have allocated. */
  public long activeAllocations() {
    return processes.stream()
        .filter(process -> !process.ended())
        .mapToLong(process -> process.live(MemoryKind.Family.BUFFER))
        .sum();
  }

  /** The number of things of a kind that running processes have allocated on a device. */
  public long live(int device, MemoryKind kind) {
    return processes.stream()
        .filter(process -> !process.ended())
        .flatMap(process -> process.memory().stream())
        .filter(row -> row.device() == device && row.kind() == kind)
        .mapToLong(MemoryRow::live)
        .sum();
  }

  /** The bytes of a kind that they have; {@code Long.MAX_VALUE} if the sum is larger. */
  public long liveBytes(int device, MemoryKind kind) {
    return processes.stream()
        .filter(process -> !process.ended())
        .flatMap(process -> process.memory().stream())
        .filter(row -> row.device() == device && row.kind() == kind)
        .mapToLong(MemoryRow::liveBytes)
        .reduce(0, SaturatedSum::of);
  }
}
