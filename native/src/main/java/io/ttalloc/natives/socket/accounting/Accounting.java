package io.ttalloc.natives.socket.accounting;

import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.natives.processes.ProcessTable;
import io.ttalloc.natives.socket.accounting.MemoryKind.Family;
import io.ttalloc.natives.socket.wire.DeviceUsage;
import io.ttalloc.natives.socket.wire.WireMessage;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Accounts for the allocations and frees that processes report, separately for each process, since
 * two processes may have buffers at the same address of the same device.
 *
 * <p>Thread-safe; uses one lock, which is held for one message or one snapshot. The consumer of
 * events is called under this lock, so it must return immediately. Times are those of {@link
 * System#nanoTime}.
 */
public final class Accounting {
  private final AccountingLimits limits;
  private final Consumer<AllocationEvent> events;
  private final ProcessAccounts processes;
  private final SortedSet<Integer> devices = new TreeSet<>();

  public Accounting(AccountingLimits limits, ProcessTable table, Consumer<AllocationEvent> events) {
    this.limits = limits;
    this.events = events;
    this.processes = new ProcessAccounts(limits, table, events);
  }

  /** Returns the participant for a new connection. */
  public Participant join() {
    return new Participant();
  }

  /** Must be called when a connection has ended. */
  public synchronized void leave(Participant participant) {
    processes.left(participant.leave());
  }

  /** The number of a connection's rejected messages that were not reported as events. */
  public synchronized long rejectedUnreported(Participant participant) {
    return participant.rejectedUnreported();
  }

  /**
   * Accounts for a message on an allocation or a free; ignores all other messages.
   *
   * @param from the connection that sent the message
   */
  public synchronized void account(Participant from, WireMessage message, long nowNanos) {
    switch (message.type()) {
      case ALLOC -> allocated(from, message, Family.BUFFER, nowNanos);
      case CB_ALLOC -> allocated(from, message, Family.CIRCULAR_BUFFER, nowNanos);
      case KERNEL_LOAD -> allocated(from, message, Family.KERNEL, nowNanos);
      case FREE -> freed(from, message, Family.BUFFER, nowNanos);
      case CB_FREE -> freed(from, message, Family.CIRCULAR_BUFFER, nowNanos);
      case KERNEL_UNLOAD -> freed(from, message, Family.KERNEL, nowNanos);
      case QUERY,
          RESPONSE,
          DUMP_REMAINING,
          DEVICE_INFO_QUERY,
          DEVICE_INFO_RESPONSE,
          DUMP_KERNELS -> {}
    }
  }

  /** Finds out which processes have ended. Must be called about once a second. */
  public synchronized void check(long nowNanos) {
    processes.check(nowNanos);
  }

  public synchronized AllocationSnapshot snapshot() {
    return processes.snapshot();
  }

  /** The memory that running processes have allocated on a device. */
  public DeviceUsage usage(int device) {
    AllocationSnapshot now = snapshot();
    long kernels =
        SaturatedSum.of(
            now.liveBytes(device, MemoryKind.KERNEL_APPLICATION),
            SaturatedSum.of(
                now.liveBytes(device, MemoryKind.KERNEL_FABRIC),
                now.liveBytes(device, MemoryKind.KERNEL_DISPATCH)));
    return new DeviceUsage(
        now.liveBytes(device, MemoryKind.DRAM),
        now.liveBytes(device, MemoryKind.L1),
        now.liveBytes(device, MemoryKind.L1_SMALL),
        now.liveBytes(device, MemoryKind.TRACE),
        now.liveBytes(device, MemoryKind.CB),
        kernels);
  }

  /** The devices on which anything was ever allocated. */
  public synchronized SortedSet<Integer> devices() {
    return new TreeSet<>(devices);
  }

  /** Lists the live allocations of running processes: either the kernels or everything else. */
  public synchronized RemainingAllocations remaining(boolean kernels, int askedBy) {
    return processes.remaining(kernels, askedBy);
  }

  private void allocated(Participant from, WireMessage message, Family family, long nowNanos) {
    ProcessAccount account = accountOf(from, message, nowNanos);
    MemoryKind kind = MemoryKind.of(family, message.bufferType());
    if (account == null || !isBelievable(from, account, message, kind) || kind == null) {
      return;
    }
    MemoryAccount memory = account.memory(message.device(), kind);
    int place = memory == null ? -1 : memory.find(message.address());
    if (memory != null && place >= 0) {
      account.events++;
      events.accept(memory.allocateAgain(account.pid, place, message.address(), message.size()));
    } else if (processes.hasRoom(account, memory == null)) {
      if (memory == null) {
        memory = processes.add(account, message.device(), kind);
        devices.add(message.device());
      }
      account.events++;
      processes.opened(account);
      events.accept(memory.allocate(account.pid, message.address(), message.size()));
    }
  }

  private void freed(Participant from, WireMessage message, Family family, long nowNanos) {
    ProcessAccount account = accountOf(from, message, nowNanos);
    if (account == null || !isDevice(from, account, message)) {
      return;
    }
    account.events++;
    MemoryKind named = MemoryKind.of(family, message.bufferType());
    MemoryAccount memory = account.holding(message.device(), family, named, message.address());
    if (memory == null) {
      memory = account.onlyHolding(family, named, message.address());
    }
    if (memory == null) {
      account.freedUnknown++;
      events.accept(
          new AllocationEvent.FreedUnknown(
              account.pid, message.device(), family, message.address()));
      return;
    }
    AllocationEvent event =
        memory.free(account.pid, memory.find(message.address()), message.address());
    if (event instanceof AllocationEvent.Freed freed && freed.references() == 0) {
      processes.closed(account);
    }
    events.accept(event);
  }

  private @Nullable ProcessAccount accountOf(Participant from, WireMessage message, long nowNanos) {
    ProcessAccount account = from.known(message.pid());
    if (account == null) {
      account = processes.find(message.pid(), nowNanos);
      if (account == null) {
        return null;
      }
      from.add(account);
    }
    account.lastEventNanos = nowNanos;
    return account;
  }

  private boolean isBelievable(
      Participant from, ProcessAccount account, WireMessage message, @Nullable MemoryKind kind) {
    if (!isDevice(from, account, message)) {
      return false;
    }
    if (kind == null) {
      reject(from, account, "unknown memory type %d".formatted(message.bufferType()));
      return false;
    }
    if (message.size() < 0 || message.size() > limits.allocationBytes()) {
      reject(
          from,
          account,
          "an allocation of %s bytes, expected at most %d"
              .formatted(Long.toUnsignedString(message.size()), limits.allocationBytes()));
      return false;
    }
    return true;
  }

  private boolean isDevice(Participant from, ProcessAccount account, WireMessage message) {
    if (message.device() < 0 || message.device() >= limits.devices()) {
      reject(
          from,
          account,
          "device %d, expected 0 to %d".formatted(message.device(), limits.devices() - 1));
      return false;
    }
    return true;
  }

  private void reject(Participant from, ProcessAccount account, String reason) {
    account.rejected++;
    if (from.reject()) {
      events.accept(new AllocationEvent.Rejected(account.pid, reason));
    }
  }
}
