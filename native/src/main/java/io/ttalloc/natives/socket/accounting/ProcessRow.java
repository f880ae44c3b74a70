package io.ttalloc.natives.socket.accounting;

import io.ttalloc.ledger.read.SaturatedSum;
import java.util.List;

/**
 * A process and its allocations. If it has ended, its live allocations are those that it never
 * freed.
 *
 * @param name the operating system's short name of the process, with invisible characters escaped;
 *     empty if unknown
 * @param visible whether a process with this id was visible here; if not, the process is in a
 *     container with its own process ids, or had already ended
 * @param connections the number of open connections over which messages about the process have
 *     arrived
 * @param events the number of messages on allocations and frees that were accounted for, including
 *     frees of unknown addresses
 * @param freedUnknown the number of frees at addresses that were not known to be allocated
 * @param rejected the number of messages with impossible values
 * @param notTracked the number of allocations for which there was no room in the tables
 * @param memory the memory by device and kind, without kinds that were never allocated; if the
 *     process has ended, only what it left allocated or had allocated twice
 */
public record ProcessRow(
    int pid,
    String name,
    boolean ended,
    boolean visible,
    int connections,
    long events,
    long freedUnknown,
    long rejected,
    long notTracked,
    List<MemoryRow> memory) {

  public ProcessRow {
    memory = List.copyOf(memory);
  }

  /** The number of live allocations of a family. */
  public long live(MemoryKind.Family family) {
    return memory.stream()
        .filter(row -> row.kind().family() == family)
        .mapToLong(MemoryRow::live)
        .sum();
  }

  /** The live bytes of a family; {@code Long.MAX_VALUE} if the sum is larger. */
  public long liveBytes(MemoryKind.Family family) {
    return memory.stream()
        .filter(row -> row.kind().family() == family)
        .mapToLong(MemoryRow::liveBytes)
        .reduce(0, SaturatedSum::of);
  }

  /** The number of allocations at addresses that were already live. */
  public long allocatedTwice() {
    return memory.stream().mapToLong(MemoryRow::allocatedTwice).sum();
  }
}
