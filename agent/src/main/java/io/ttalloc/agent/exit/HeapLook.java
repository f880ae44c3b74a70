package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.agent.options.Options.Wanted;
import io.ttalloc.analysis.ExitHeap;
import io.ttalloc.boot.OwnJar;
import io.ttalloc.heap.HeapDumpReader;
import io.ttalloc.heap.dump.UnreadableDumpException;
import io.ttalloc.heap.process.AvailableMemory;
import io.ttalloc.heap.process.DumpFolder;
import io.ttalloc.heap.process.DumpReaderProcess;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.OpenAtEnd;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds in the heap what keeps the open resources reachable: dumps the heap into a private folder,
 * reads the dump and deletes the folder. A small dump is read in this process, a large one by a
 * separate process. Any failure is reported in one line, and findings are judged without the heap.
 */
final class HeapLook {
  /** A heap of up to this size is searched by default; see docs/measurements/heap-benchmarks.md. */
  private static final long AUTO_LIMIT_BYTES = 64L << 20;

  /** A dump larger than this is read by a separate process. */
  private static final long OWN_LIMIT_BYTES = 64L << 20;

  /**
   * The maximum size of a heap that is dumped and read without checking how much memory is
   * available.
   */
  private static final long UNASKED_BYTES = 16L << 20;

  /**
   * A low estimate of the speed of dumping and reading; both are several times as fast on an idle
   * machine.
   */
  private static final long BYTES_PER_SECOND = 32L << 20;

  /**
   * The estimated number of bytes of heap needed to hold and judge the facts about one resource.
   */
  private static final long RESOURCE_BYTES = 1 << 10;

  /** With this much heap free, nothing that uses the result fails for lack of heap. */
  private static final long AMPLE_BYTES = 16L << 20;

  /** The maximum number of bytes that classes, names and stacks are assumed to add to a dump. */
  private static final long MORE_BYTES = 64L << 20;

  private final Instrumentation instrumentation;
  private final Wanted wanted;
  private final int limitSeconds;
  private final boolean elsewhere;
  private final boolean atEnd;

  /**
   * Creates a search without starting it.
   *
   * @param limitSeconds how long dumping may take, and how long reading may take
   * @param elsewhere whether even small dumps are read by another process
   * @param atEnd whether the process is ending, so that its optimizing compiler is no longer needed
   */
  HeapLook(
      Instrumentation instrumentation,
      Wanted wanted,
      int limitSeconds,
      boolean elsewhere,
      boolean atEnd) {
    this.instrumentation = instrumentation;
    this.wanted = wanted;
    this.limitSeconds = limitSeconds;
    this.elsewhere = elsewhere;
    this.atEnd = atEnd;
  }

  /**
   * Whether the heap has to be searched.
   *
   * @param holdersByPath whether there are holders whose contents only the heap shows
   * @param bySignal whether a signal ends the process
   */
  boolean isNeeded(OpenAtEnd open, boolean holdersByPath, boolean bySignal) {
    if (wanted == Wanted.TRUE) {
      return open.count() > 0;
    }
    return wanted == Wanted.AUTO
        && !bySignal
        && open.dependsOnHeap()
        && (holdersByPath || usedBytes() < AUTO_LIMIT_BYTES);
  }

  /**
   * Whether the result may not fit into the heap, or the search may take too long for lack of heap.
   */
  boolean mayFail(OpenAtEnd open) {
    return HeapRoom.free() < AMPLE_BYTES + open.count() * RESOURCE_BYTES;
  }

  /** The result of a search of the heap; null if the heap could not be searched. */
  @Nullable ExitHeap lookedInto(LedgerWriter ledger, DumpProgress progress) {
    long now = ledger.now();
    HeapReport heap = search(progress);
    return heap == null ? null : new ExitHeap(ledger.clockBaseNanos(), now, heap);
  }

  /** The bytes of the heap in use, garbage included. */
  static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private @Nullable HeapReport search(DumpProgress progress) {
    if (Diagnostics.areMissing()) {
      return without("the heap cannot be dumped: " + Diagnostics.expected());
    }
    if (usedBytes() / BYTES_PER_SECOND > limitSeconds) {
      return lacking("the time limit of ", limitSeconds, " s may be too short for");
    }
    long used = usedBytes();
    long available = used > UNASKED_BYTES ? AvailableMemory.bytes() : Long.MAX_VALUE;
    // The pages of the dump count towards a container's memory limit.
    if (available < used + DumpReaderProcess.typicalFor(used)) {
      return lacking("", available, " bytes of memory are available, too few for");
    }
    return dumpedAndRead(progress);
  }

  private @Nullable HeapReport dumpedAndRead(DumpProgress progress) {
    try (DumpFolder folder = DumpFolder.create()) {
      long room = folder.usableBytes();
      if (room < usedBytes() + MORE_BYTES) {
        return lacking("", room, " bytes of disk space are free, too few for");
      }
      Diagnostics jvm = Diagnostics.of(instrumentation);
      if (atEnd) {
        AgentLog.of("exit").info("compilers: {}", jvm.stopSecondCompiler(folder.directives()));
      }
      long start = System.nanoTime();
      progress.begin("dumping the heap");
      jvm.dumpHeap(folder.dump());
      long dumped = System.nanoTime();
      progress.begin("reading the heap dump");
      HeapReport report = read(folder);
      AgentLog.of("exit")
          .info(
              "the heap was dumped in {} ms ({} bytes) and read in {} ms",
              TimeUnit.NANOSECONDS.toMillis(dumped - start),
              Files.size(folder.dump()),
              TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - dumped));
      return report;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return without("the heap search was interrupted");
    } catch (UnreadableDumpException e) {
      return without("the heap dump " + e.getMessage());
    } catch (IOException
        | ReflectiveOperationException
        | RuntimeException
        | LinkageError
        | OutOfMemoryError e) {
      return without(Reason.of(e));
    }
  }

  private @Nullable HeapReport read(DumpFolder folder) throws IOException, InterruptedException {
    Path dump = folder.dump();
    long bytes = Files.size(dump);
    if (!elsewhere && bytes <= OWN_LIMIT_BYTES) {
      // The memory that the reader keeps, and the same amount again for garbage.
      long needed = 2 * DumpReaderProcess.typicalFor(bytes);
      long room = HeapRoom.free();
      if (needed <= room && (bytes <= UNASKED_BYTES || needed <= AvailableMemory.bytes() / 2)) {
        return HeapDumpReader.read(dump, room);
      }
    }
    long available = AvailableMemory.bytes();
    if (DumpReaderProcess.heapFor(bytes, available) == 0) {
      return lacking("", available, " bytes of memory are available, too few to read");
    }
    File jar = OwnJar.of(HeapLook.class);
    if (jar == null) {
      return without(
          "the agent was not loaded from a jar, so it cannot start the process that reads a heap dump");
    }
    // Shorter than the time without progress after which the dump at exit is abandoned.
    int patience = Math.max(1, limitSeconds * 3 / 4);
    return new DumpReaderProcess(jar.getPath(), available, patience).read(folder);
  }

  /**
   * Prints the reason why the heap is not searched. With {@code holders=auto}, the user did not
   * request the search, so the reason is only logged.
   */
  private @Nullable HeapReport lacking(String before, long number, String after) {
    String why =
        String.format(
            Locale.ROOT, "%s%,d%s a dump of %,d bytes of heap", before, number, after, usedBytes());
    if (wanted == Wanted.TRUE) {
      return without(why);
    }
    AgentLog.of("exit").info("holders: {}", why);
    return null;
  }

  private @Nullable HeapReport without(String why) {
    Console.line("holders: " + why + "; findings are judged without examining the heap");
    return null;
  }
}
