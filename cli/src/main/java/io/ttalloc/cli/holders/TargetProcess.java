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
 * A process that is to dump its heap. It writes the dump itself: with its rights, in its folders.
 *
 * @param facts facts of the operating system
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
   * Checks that it is safe to ask it, and that it can write where this process reads.
   *
   * @param ledger which it writes
   */
  void check(Path ledger) throws NoHeapException {
    try {
      var unused = TargetJvm.checked(facts, "take a dump by other means and read it with --heap");
    } catch (AttachException e) {
      throw new NoHeapException(String.valueOf(e.getMessage()), e);
    }
    checkWriter(ledger);
  }

  /** The process may be another one: within a container, process ids begin anew. */
  private void checkWriter(Path ledger) throws NoHeapException {
    try {
      byte[] name = ("/" + ledger.getFileName()).getBytes(StandardCharsets.UTF_8);
      if (!facts.maps().contains(new String(name, StandardCharsets.ISO_8859_1))) {
        throw new NoHeapException(
            "process %d is not the one that writes %s, so it is not asked for its heap"
                .formatted(pid(), ledger));
      }
    } catch (IOException e) {
      throw new NoHeapException(
          "process %d cannot be looked at (%s), so it is not asked for its heap"
              .formatted(pid(), e),
          e);
    }
  }

  /** Its memory in bytes, including the heap; 0 if unknown. */
  long memoryBytes() {
    return (facts.number(RESIDENT, 10, 0) + facts.number(SWAPPED, 10, 0)) * 1024;
  }

  /**
   * Whether it has ended, or does so within a moment: a process that is killed loses its
   * connections first.
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
    return new NoHeapException("process %d has ended meanwhile".formatted(pid()));
  }
}
