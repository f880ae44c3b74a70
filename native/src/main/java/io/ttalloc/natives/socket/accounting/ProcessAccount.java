package io.ttalloc.natives.socket.accounting;

import io.ttalloc.natives.processes.RunningProcess;
import io.ttalloc.text.VisibleText;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One process, from its first message to its end. Guarded by {@link Accounting}. */
final class ProcessAccount {
  final int pid;

  /** The process when its first message was read; null if no process had this id here. */
  final @Nullable RunningProcess process;

  private final Map<Integer, Map<MemoryKind, MemoryAccount>> memory = new TreeMap<>();
  private final String name;
  int connections;
  long events;
  long freedUnknown;
  long rejected;
  long notTracked;
  long liveAllocations;
  int parts;
  long lastEventNanos;
  boolean ended;

  ProcessAccount(int pid, Optional<RunningProcess> process, long nowNanos) {
    this.pid = pid;
    this.process = process.orElse(null);
    this.name = process.map(found -> VisibleText.of(found.name())).orElse("");
    this.lastEventNanos = nowNanos;
  }

  /**
   * Whether this is the process that has its id now. A process that was never seen may be any
   * process.
   */
  boolean mayBe(Optional<RunningProcess> now) {
    RunningProcess before = process;
    return before == null || (now.isPresent() && now.get().mayBe(before));
  }

  /** A part that it has; null if it never had anything there. */
  @Nullable MemoryAccount memory(int device, MemoryKind kind) {
    return memory.getOrDefault(device, Map.of()).get(kind);
  }

  /** Adds a part that it does not have yet. The caller has checked that there is space for it. */
  MemoryAccount add(int device, MemoryKind kind) {
    MemoryAccount account = new MemoryAccount(device, kind);
    memory.computeIfAbsent(device, number -> new EnumMap<>(MemoryKind.class)).put(kind, account);
    parts++;
    return account;
  }

  /**
   * The account that has something live at an address of a device, of a family. A free names the
   * kind of memory or leaves it 0; so the kind that it names is tried first, and then any other.
   *
   * @return null if nothing is live there
   */
  @Nullable MemoryAccount holding(
      int device, MemoryKind.Family family, @Nullable MemoryKind named, long address) {
    Map<MemoryKind, MemoryAccount> kinds = memory.getOrDefault(device, Map.of());
    MemoryAccount first = named == null ? null : kinds.get(named);
    if (first != null && first.find(address) >= 0) {
      return first;
    }
    for (MemoryAccount account : kinds.values()) {
      if (account.kind().family() == family && account.find(address) >= 0) {
        return account;
      }
    }
    return null;
  }

  /**
   * The account of the only device that has something live at an address, of a family. TT-Metal's
   * client in Python names device 0 in each free.
   *
   * @return null if no device has, or several have
   */
  @Nullable MemoryAccount onlyHolding(
      MemoryKind.Family family, @Nullable MemoryKind named, long address) {
    MemoryAccount only = null;
    for (int device : memory.keySet()) {
      MemoryAccount account = holding(device, family, named, address);
      if (account != null && only != null) {
        return null;
      }
      only = account == null ? only : account;
    }
    return only;
  }

  /** The accounts of its memory, by device and kind. */
  List<MemoryAccount> memory() {
    return memory.values().stream().flatMap(kinds -> kinds.values().stream()).toList();
  }

  /**
   * Ends the process and drops its memory, because connections may refer to it for a long time.
   *
   * @return what remains of it: parts that it left allocated or that were allocated twice
   */
  ProcessRow end() {
    ended = true;
    ProcessRow row =
        row(
            memory().stream()
                .map(MemoryAccount::row)
                .filter(part -> part.live() > 0 || part.allocatedTwice() > 0)
                .toList());
    memory.clear();
    return row;
  }

  ProcessRow row() {
    return row(memory().stream().map(MemoryAccount::row).toList());
  }

  private ProcessRow row(List<MemoryRow> rows) {
    return new ProcessRow(
        pid,
        name,
        ended,
        process != null,
        connections,
        events,
        freedUnknown,
        rejected,
        notTracked,
        rows);
  }
}
