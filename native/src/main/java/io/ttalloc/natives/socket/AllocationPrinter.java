package io.ttalloc.natives.socket;

import io.ttalloc.natives.socket.accounting.AllocationEvent;
import io.ttalloc.natives.socket.accounting.AllocationListener;
import io.ttalloc.natives.socket.accounting.MemoryKind.Family;
import io.ttalloc.natives.socket.accounting.ProcessRow;
import io.ttalloc.natives.socket.accounting.RemainingAllocations;
import java.util.List;
import java.util.function.Consumer;

/**
 * Prints events in the format of TT-Metal's own allocation server, which scripts parse, and adds
 * lines for events that TT-Metal's server does not print. A number that does not fit into the
 * format of the server's lines is printed on a separate line.
 *
 * <p>Not thread-safe.
 */
public final class AllocationPrinter implements AllocationListener {
  private final Consumer<String> out;

  public AllocationPrinter(Consumer<String> out) {
    this.out = out;
  }

  @Override
  public void accounted(AllocationEvent event) {
    if (event instanceof AllocationEvent.Allocated allocated) {
      line(
          "✓ [PID %d] Allocated %d bytes of %s on device %d (buffer_id=%s)"
              .formatted(
                  allocated.pid(),
                  allocated.bytes(),
                  allocated.kind(),
                  allocated.device(),
                  id(allocated.address())));
    } else if (event instanceof AllocationEvent.AllocatedTwice again) {
      allocatedTwice(again);
    } else if (event instanceof AllocationEvent.Freed freed) {
      line(
          "✗ [PID %d] Freed buffer %s on device %d (%d bytes, %s)"
              .formatted(
                  freed.pid(),
                  id(freed.address()),
                  freed.device(),
                  freed.bytes(),
                  freed.references() == 0
                      ? "FINAL"
                      : "ref_count=" + freed.references() + " remaining"));
    } else if (event instanceof AllocationEvent.FreedUnknown unknown) {
      line(
          ("⚠ [PID %d] Deallocation for unknown buffer %s on device %d"
                  + " (allocated before tracking started)")
              .formatted(unknown.pid(), id(unknown.address()), unknown.device()));
    } else if (event instanceof AllocationEvent.Rejected rejected) {
      line("⚠ [PID %d] Ignored: %s".formatted(rejected.pid(), rejected.reason()));
    } else if (event instanceof AllocationEvent.NotTracked untracked) {
      line("⚠ [PID %d] Not tracked: %s".formatted(untracked.pid(), untracked.reason()));
    } else if (event instanceof AllocationEvent.ProcessEnded ended) {
      ended(ended.process());
    }
  }

  @Override
  public void dumpRequested(RemainingAllocations remaining) {
    String what = remaining.kernels() ? "Loaded kernels" : "Remaining allocations";
    line("%s: %d".formatted(what, remaining.total()));
    for (RemainingAllocations.Allocation allocation : remaining.largest()) {
      line(
          "  [PID %d] %d bytes of %s on device %d (buffer_id=%s%s)"
              .formatted(
                  allocation.pid(),
                  allocation.bytes(),
                  allocation.kind(),
                  allocation.device(),
                  id(allocation.address()),
                  allocation.references() > 1 ? ", ref_count=" + allocation.references() : ""));
    }
    if (remaining.largest().size() < remaining.total()) {
      line(
          "  %d more, no larger than these"
              .formatted(remaining.total() - remaining.largest().size()));
    }
  }

  @Override
  public void problem(String line) {
    line("⚠ " + line);
  }

  @Override
  public void missed(long calls) {
    line("⚠ Lines dropped here: %d (output arrived faster than it could be read)".formatted(calls));
  }

  private void allocatedTwice(AllocationEvent.AllocatedTwice again) {
    line(
        "✓ [PID %d] Allocated %d bytes of %s on device %d (buffer_id=%s, ref_count=%d)"
            .formatted(
                again.pid(),
                again.bytes(),
                again.kind(),
                again.device(),
                id(again.address()),
                again.references()));
    line(
        "⚠ [PID %d] Double allocation: buffer %s on device %d was already allocated (%d bytes)"
            .formatted(again.pid(), id(again.address()), again.device(), again.bytesBefore()));
  }

  private void ended(ProcessRow process) {
    if (left(process) == 0) {
      line("⚠ [PID %d] Process ended and left nothing".formatted(process.pid()));
      return;
    }
    List<String> kinds =
        process.memory().stream()
            .filter(row -> row.live() > 0)
            .map(
                row ->
                    "%d %s of %s on device %d (%d bytes)"
                        .formatted(
                            row.live(),
                            row.live() == 1 ? "allocation" : "allocations",
                            row.kind(),
                            row.device(),
                            row.liveBytes()))
            .toList();
    line("⚠ [PID %d] Process ended and left %s".formatted(process.pid(), String.join(", ", kinds)));
  }

  private static long left(ProcessRow process) {
    return process.live(Family.BUFFER)
        + process.live(Family.CIRCULAR_BUFFER)
        + process.live(Family.KERNEL);
  }

  private static String id(long address) {
    return Long.toUnsignedString(address);
  }

  private void line(String text) {
    out.accept(text);
  }
}
