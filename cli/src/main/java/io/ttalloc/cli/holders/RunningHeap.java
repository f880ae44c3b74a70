package io.ttalloc.cli.holders;

import io.ttalloc.cli.attach.ProcessFacts;
import io.ttalloc.heap.process.DumpFolder;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.text.Numbers;
import io.ttalloc.watch.progress.DelayedNote;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongFunction;

/**
 * Requests a dump of live objects from a running process, reads it and deletes it.
 *
 * <p>The dump is written to a directory that only this user can access. It is deleted even if this
 * process is terminated; if this process is killed, the next run deletes what is left.
 */
public final class RunningHeap {
  /**
   * The maximum size of a dump, as a multiple of the process's memory. A dump can be larger than
   * the memory, because headers and fields take less space in the heap than in a dump.
   */
  private static final int DUMP_PER_MEMORY = 2;

  private static final int ATTEMPTS = 5;

  private final HeapDumper dumper;
  private final LongFunction<TargetProcess> processes;
  private final HeapDumpFile reader;
  private final PrintWriter notes;

  RunningHeap(HeapDumper dumper, LongFunction<TargetProcess> processes, HeapDumpFile reader) {
    this.dumper = dumper;
    this.processes = processes;
    this.reader = reader;
    this.notes = reader.notes();
  }

  /** Returns an instance that uses the attach interface. */
  public static RunningHeap attaching(PrintWriter notes) {
    return new RunningHeap(
        (pid, file) -> AttachedJvm.dump(ProcessFacts.of(pid), file),
        TargetProcess::of,
        HeapDumpFile.reader(notes));
  }

  /**
   * Returns the heap report of a process.
   *
   * @param ledger the ledger that the process writes
   * @throws NoHeapException if there is no report; the message is for the user
   */
  public HeapReport ask(ProcessEntry process, Path ledger) throws NoHeapException {
    TargetProcess target = processes.apply(process.pid());
    if (process.ended() != ProcessEntry.Ended.RUNNING) {
      throw new NoHeapException(
          "process %d %s; to read a dump that was taken earlier, use --heap"
              .formatted(
                  process.pid(),
                  process.ended() == ProcessEntry.Ended.DETACHED
                      ? "is no longer tracked, expected a tracked process"
                      : "has ended, expected a running process"));
    }
    target.check(ledger);
    HeapReport heap;
    try (DumpFolder folder = DumpFolder.create()) {
      heap = dumpInto(folder, target);
    } catch (IOException e) {
      throw new NoHeapException("cannot store a temporary heap dump: " + e.getMessage(), e);
    }
    if (heap.clockBaseNanos() != 0 && heap.clockBaseNanos() != process.clock().baseNanos()) {
      throw new NoHeapException(
          "process %d does not write %s, so its heap dump is not used"
              .formatted(process.pid(), ledger));
    }
    return heap;
  }

  private HeapReport dumpInto(DumpFolder folder, TargetProcess target)
      throws NoHeapException, IOException {
    checkRoom(folder, target);
    Thread deletion = new Thread(() -> delete(folder), "tt-alloc-delete-dump");
    Runtime.getRuntime().addShutdownHook(deletion);
    try {
      long start = System.nanoTime();
      dump(folder.dump(), target);
      long dumped = System.nanoTime();
      long bytes = Files.size(folder.dump());
      HeapReport report = read(folder, target);
      tellCost(target.pid(), bytes, dumped - start, System.nanoTime() - dumped);
      return report;
    } finally {
      removeHook(deletion);
    }
  }

  private static void checkRoom(DumpFolder folder, TargetProcess target)
      throws NoHeapException, IOException {
    long room = folder.usableBytes();
    long needed = DUMP_PER_MEMORY * target.memoryBytes();
    if (room < needed || room == 0) {
      throw new NoHeapException(
          "only %s is free in %s, too little for a heap dump of process %d, which may need %s; take a dump where there is room (jcmd %d GC.heap_dump FILE) and read it with --heap"
              .formatted(
                  Numbers.bytes(room),
                  System.getProperty("java.io.tmpdir"),
                  target.pid(),
                  Numbers.bytes(needed),
                  target.pid()));
    }
  }

  private void dump(Path file, TargetProcess target) throws NoHeapException {
    try (DelayedNote note =
        new DelayedNote(
            notes, "process " + target.pid() + " is paused while its heap is being dumped")) {
      dumper.dump(target.pid(), file);
    } catch (IOException e) {
      if (target.ends()) {
        throw target.ended();
      }
      throw new NoHeapException(
          "cannot get a heap dump of process %d: %s".formatted(target.pid(), e.getMessage()), e);
    }
  }

  private HeapReport read(DumpFolder folder, TargetProcess target) throws NoHeapException {
    try {
      return reader.read(folder);
    } catch (IOException e) {
      throw HeapDumpFile.unreadable("the heap dump of process " + target.pid(), e);
    }
  }

  private void tellCost(long pid, long bytes, long dumpNanos, long readNanos) {
    notes.printf(
        "tt-alloc: process %d was paused for %s while its live objects were dumped (%s); the dump was read in %s and deleted%n",
        pid, Numbers.duration(dumpNanos), Numbers.bytes(bytes), Numbers.duration(readNanos));
    notes.flush();
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyEnding) {
      // The shutdown hook is already running.
    }
  }

  /**
   * Deletes the directory. The JVM may still be writing, and a new file makes the deletion fail, so
   * the deletion is tried several times.
   */
  private static void delete(DumpFolder folder) {
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        folder.close();
        return;
      } catch (IOException e) {
        // Tries again.
      }
    }
  }
}
