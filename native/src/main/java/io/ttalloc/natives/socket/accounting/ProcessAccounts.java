package io.ttalloc.natives.socket.accounting;

import io.ttalloc.natives.processes.ProcessTable;
import io.ttalloc.natives.processes.RunningProcess;
import io.ttalloc.natives.socket.accounting.RemainingAllocations.Allocation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of all processes, including those that have ended. Guarded by {@link Accounting}.
 *
 * <p><b>When a process counts as ended.</b> A process that was visible counts as ended if its id
 * now belongs to no process or to a different one, and if all of its messages have been read. The
 * messages are assumed to have been read if the connections of the process have ended, or if
 * nothing has arrived for a while (a child may still have the connections open). A process that was
 * never visible, because it is in a container with its own process ids or ended before its first
 * message was read, counts as ended when the last connection that delivered its messages ends.
 */
final class ProcessAccounts {
  /**
   * After this time without messages, all messages of an ended process are assumed to have been
   * read.
   */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /**
   * A limit that has been reached. The message about the limit is formatted only if the limit is
   * reported.
   */
  private record Bound(int max, String counted) {}

  private final AccountingLimits limits;
  private final ProcessTable table;
  private final Consumer<AllocationEvent> events;
  private final Map<Integer, ProcessAccount> running = new LinkedHashMap<>();
  private final ArrayDeque<ProcessRow> ended = new ArrayDeque<>();
  private long liveAllocations;

  /** The number of memory accounts of running and ended processes together. */
  private int parts;

  private long forgotten;
  private long unaccounted;

  ProcessAccounts(AccountingLimits limits, ProcessTable table, Consumer<AllocationEvent> events) {
    this.limits = limits;
    this.table = table;
    this.events = events;
  }

  /**
   * Returns the account of a process whose id occurs on a connection for the first time; null if
   * there is no room for another process, or the process id is invalid.
   */
  @Nullable ProcessAccount find(int pid, long nowNanos) {
    if (pid <= 0) {
      unaccounted("process id %d, expected a positive number".formatted(pid), pid);
      return null;
    }
    ProcessAccount account = running.get(pid);
    if (account == null && running.size() >= limits.processes()) {
      unaccounted(
          String.format(Locale.ROOT, "no room for more than %,d processes", limits.processes()),
          pid);
      return null;
    }
    Optional<RunningProcess> process = table.find(pid);
    if (account != null && process.isPresent() && !account.mayBe(process)) {
      end(account); // another process has the id now
      account = null;
    }
    if (account == null) {
      account = new ProcessAccount(pid, process, nowNanos);
      running.put(pid, account);
    }
    return account;
  }

  private void unaccounted(String reason, int pid) {
    if (unaccounted++ == 0) {
      events.accept(new AllocationEvent.NotTracked(pid, reason));
    }
  }

  /**
   * Whether there is room for one more allocation; if not, counts the allocation as not tracked.
   *
   * @param newPart whether the allocation is the process's first of its kind on its device
   */
  boolean hasRoom(ProcessAccount account, boolean newPart) {
    Bound full = fullForAllocations(account);
    if (full == null && newPart) {
      full = fullForParts(account);
    }
    if (full != null && account.notTracked++ == 0) {
      String reason =
          String.format(Locale.ROOT, "no room for more than %,d %s", full.max(), full.counted());
      events.accept(new AllocationEvent.NotTracked(account.pid, reason));
    }
    return full == null;
  }

  private @Nullable Bound fullForAllocations(ProcessAccount account) {
    if (account.liveAllocations >= limits.liveAllocations()) {
      return new Bound(limits.liveAllocations(), "allocations per process");
    }
    return liveAllocations < limits.allAllocations()
        ? null
        : new Bound(limits.allAllocations(), "allocations in all processes");
  }

  private @Nullable Bound fullForParts(ProcessAccount account) {
    if (account.parts >= limits.parts()) {
      return new Bound(limits.parts(), "pairs of device and memory kind per process");
    }
    if (parts >= limits.allParts()) {
      // Makes room for a running process by forgetting the process that ended first.
      ended.stream().filter(row -> !row.memory().isEmpty()).findFirst().ifPresent(this::forget);
    }
    return parts < limits.allParts()
        ? null
        : new Bound(limits.allParts(), "pairs of device and memory kind in all processes");
  }

  /** Adds a memory account; the caller has checked that there is room for the account. */
  MemoryAccount add(ProcessAccount account, int device, MemoryKind kind) {
    parts++;
    return account.add(device, kind);
  }

  void opened(ProcessAccount account) {
    account.liveAllocations++;
    liveAllocations++;
  }

  void closed(ProcessAccount account) {
    account.liveAllocations--;
    liveAllocations--;
  }

  /**
   * Called when a connection that used these accounts has ended. Ends the accounts of those
   * processes that have ended as well.
   */
  void left(List<ProcessAccount> accounts) {
    for (ProcessAccount account : accounts) {
      if (account.connections == 0 && !account.ended && hasEnded(account)) {
        end(account);
      }
    }
  }

  void check(long nowNanos) {
    for (ProcessAccount account : List.copyOf(running.values())) {
      boolean allRead =
          account.connections == 0 || nowNanos - account.lastEventNanos > SILENCE_NANOS;
      // A process that was never visible counts as running while it has connections.
      if (allRead && (account.process != null || account.connections == 0) && hasEnded(account)) {
        end(account);
      }
    }
  }

  private boolean hasEnded(ProcessAccount account) {
    return account.process == null || !account.mayBe(table.find(account.pid));
  }

  private void end(ProcessAccount account) {
    liveAllocations -= account.liveAllocations;
    ProcessRow row = account.end();
    parts += row.memory().size() - account.parts;
    running.remove(account.pid);
    ended.addLast(row);
    if (ended.size() > limits.endedProcesses()) {
      // Forgets the first process that left nothing allocated, or else the first that ended.
      forget(
          ended.stream()
              .filter(ProcessAccounts::leftNothing)
              .findFirst()
              .orElseGet(ended::getFirst));
    }
    events.accept(new AllocationEvent.ProcessEnded(row));
  }

  private void forget(ProcessRow row) {
    ended.removeFirstOccurrence(row);
    parts -= row.memory().size();
    forgotten++;
  }

  private static boolean leftNothing(ProcessRow row) {
    return row.memory().stream().allMatch(memory -> memory.live() == 0);
  }

  AllocationSnapshot snapshot() {
    List<ProcessRow> rows = new ArrayList<>();
    running.values().forEach(account -> rows.add(account.row()));
    rows.addAll(ended);
    return new AllocationSnapshot(rows, forgotten, unaccounted);
  }

  RemainingAllocations remaining(boolean kernels, int askedBy) {
    PriorityQueue<Allocation> largest =
        new PriorityQueue<>(Comparator.comparingLong(Allocation::bytes));
    long[] total = new long[1];
    for (ProcessAccount account : running.values()) {
      for (MemoryAccount memory : account.memory()) {
        if (kernels == (memory.kind().family() == MemoryKind.Family.KERNEL)) {
          memory.forEach(
              (address, bytes, references) -> {
                total[0]++;
                if (largest.size() < AccountingLimits.LISTED || bytes > largest.element().bytes()) {
                  largest.add(allocation(account, memory, address, bytes, references));
                }
                if (largest.size() > AccountingLimits.LISTED) {
                  largest.remove();
                }
              });
        }
      }
    }
    List<Allocation> sorted = new ArrayList<>(largest);
    sorted.sort(
        Comparator.comparingInt(Allocation::device)
            .thenComparing(Allocation::kind)
            .thenComparing(Comparator.comparingLong(Allocation::bytes).reversed())
            .thenComparingInt(Allocation::pid)
            .thenComparing(Allocation::address, Long::compareUnsigned));
    return new RemainingAllocations(kernels, askedBy, total[0], sorted);
  }

  private static Allocation allocation(
      ProcessAccount account, MemoryAccount memory, long address, long bytes, int references) {
    return new Allocation(account.pid, memory.device(), memory.kind(), address, bytes, references);
  }
}
