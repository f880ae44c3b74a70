package io.ttalloc.cli.holders;

import io.ttalloc.cli.attach.AttachException;
import io.ttalloc.cli.attach.ProcessFacts;
import io.ttalloc.cli.attach.TargetJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that is asked to dump its heap. It writes the dump itself, with its own permissions and
 * in its own file system.
 *
 * @param facts the operating system's information about the process
 */
record TargetProcess(ProcessFacts facts) {
  private static final long PATIENCE_MILLIS = 2_000;
  private static final String SWAPPED = "VmSwap:";
  private static final String RESIDENT = "VmRSS:";

  static TargetProcess of(long pid) {
    return new TargetProcess(ProcessFacts.of(pid));
  }

  long pid() {
    return facts.pid();
  }

  /**
   * Checks that a request is safe for the process, and that the process can write to a directory
   * from which this process can read.
   *
   * @param ledger the ledger that the process writes
   */
  void check(Path ledger) throws NoHeapException {
    try {
      var unused = TargetJvm.checked(facts, "take a dump by other means and read it with --heap");
    } catch (AttachException e) {
      throw new NoHeapException(String.valueOf(e.getMessage()), e);
    }
    checkWriter(ledger);
  }

  /**
   * Checks that the target process is the one that writes the ledger. Each container numbers its
   * processes from 1, so the process id in the ledger may belong to a different process here.
   */
  private void checkWriter(Path ledger) throws NoHeapException {
    try {
      byte[] name = ("/" + ledger.getFileName()).getBytes(StandardCharsets.UTF_8);
      if (!facts.maps().contains(new String(name, StandardCharsets.ISO_8859_1))) {
        throw new NoHeapException(
            "process %d does not write %s, so its heap is not dumped".formatted(pid(), ledger));
      }
    } catch (IOException e) {
      throw new NoHeapException(
          "cannot inspect process %d (%s), so its heap is not dumped".formatted(pid(), e), e);
    }
  }

  /** The process's memory in bytes, including the heap; 0 if unknown. */
  long memoryBytes() {
    return (facts.number(RESIDENT, 10, 0) + facts.number(SWAPPED, 10, 0)) * 1024;
  }

  /**
   * Whether the process has ended, or ends within a short time: a killed process loses its
   * connections before it ends.
   */
  boolean ends() {
    ProcessHandle process = ProcessHandle.of(pid()).orElse(null);
    if (process == null) {
      return true;
    }
    try {
      process.onExit().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return facts.isZombie();
    }
  }

  NoHeapException ended() {
    return new NoHeapException(
        "process %d ended before its heap dump was complete".formatted(pid()));
  }
}
