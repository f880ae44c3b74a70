package io.ttalloc.natives.socket.accounting;

import io.ttalloc.ledger.read.SaturatedSum;
import java.util.List;

/**
 * A process and what it has allocated. If it has ended, what is live is what it left.
 *
 * @param name the system's short name of it, made visible; empty if it is not known
 * @param visible whether a process with this id was seen here; if not, it is in a container with
 *     process ids of its own, or had ended already
 * @param connections the number of open connections that have reported it
 * @param events messages on allocations and frees that were accounted for, of known things or not
 * @param freedUnknown frees of things that were not allocated, as far as is known
 * @param rejected messages that cannot be true
 * @param notTracked allocations for which there was no room in the tables
 * @param memory by device and kind; without kinds that were never allocated; if it has ended, only
 *     those that it left or allocated twice
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

  /** The number of live things of a family. */
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

  /** The number of allocations of things that were live already. */
  public long allocatedTwice() {
    return memory.stream().mapToLong(MemoryRow::allocatedTwice).sum();
  }
}
