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

  /**
   * The process that had this id when the first message was read; null if none was visible here.
   */
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
   * Whether the process that has this id now may be this one. A process that was never seen may be
   * any process.
   */
  boolean mayBe(Optional<RunningProcess> now) {
    RunningProcess before = process;
    return before == null || (now.isPresent() && now.get().mayBe(before));
  }

  /**
   * Returns the account for a kind of memory on a device; null if the process never allocated any
   * there.
   */
  @Nullable MemoryAccount memory(int device, MemoryKind kind) {
    return memory.getOrDefault(device, Map.of()).get(kind);
  }

  /**
   * Adds an account that the process does not have yet. The caller has checked that there is room
   * for it.
   */
  MemoryAccount add(int device, MemoryKind kind) {
    MemoryAccount account = new MemoryAccount(device, kind);
    memory.computeIfAbsent(device, number -> new EnumMap<>(MemoryKind.class)).put(kind, account);
    parts++;
    return account;
  }

  /**
   * Returns the account of a family that has a live allocation at an address of a device. A message
   * about a free contains either the code of the kind of memory or 0, so the kind with this code is
   * tried first, and then all other kinds of the family.
   *
   * @return null if there is no live allocation at the address
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
   * Returns the account of a family on the only device that has a live allocation at an address.
   * Needed because TT-Metal's Python client sends device 0 with every free.
   *
   * @return null if there is no such device, or more than one
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

  /** The memory accounts of the process, sorted by device and kind. */
  List<MemoryAccount> memory() {
    return memory.values().stream().flatMap(kinds -> kinds.values().stream()).toList();
  }

  /**
   * Marks the process as ended. Drops its memory accounts, because connections may refer to this
   * object for a long time.
   *
   * @return the final row, limited to memory that the process left allocated or had allocated twice
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
