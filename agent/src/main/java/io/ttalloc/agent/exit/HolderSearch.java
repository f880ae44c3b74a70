package io.ttalloc.agent.exit;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.ttalloc.agent.boot.OwnJar;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.agent.options.Options.Wanted;
import io.ttalloc.analysis.ExitHeap;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.heap.dump.UnreadableDumpException;
import io.ttalloc.heap.process.AvailableMemory;
import io.ttalloc.heap.process.DumpFolder;
import io.ttalloc.heap.process.DumpReaderProcess;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks the heap what keeps the open resources reachable: dumps it into a private folder, has a
 * process of its own read that, and deletes both. Whatever fails is one line, and findings are
 * judged without it.
 */
final class HolderSearch {
  /** Up to here dump, reading and exit take less than two seconds: docs/heap-benchmarks.md. */
  private static final long AUTO_LIMIT_BYTES = 64L << 20;

  /** Dumping and reading are several times as fast on an idle machine. */
  private static final long BYTES_PER_SECOND = 32L << 20;

  /** What a dump needs beyond the objects, for classes, names and stacks. */
  private static final long MORE_BYTES = 64L << 20;

  private final Wanted wanted;
  private final int limitSeconds;

  /**
   * A search that has not begun.
   *
   * @param limitSeconds how long each of dumping and reading may take
   */
  HolderSearch(Wanted wanted, int limitSeconds) {
    this.wanted = wanted;
    this.limitSeconds = limitSeconds;
  }

  /**
   * Whether the heap is asked if a report needs it.
   *
   * @param holdersByPath whether nothing but the heap tells what some holders have
   */
  boolean mayLook(boolean holdersByPath) {
    return wanted == Wanted.TRUE
        || (wanted == Wanted.AUTO && (holdersByPath || usedBytes() < AUTO_LIMIT_BYTES));
  }

  /**
   * What the heap tells, if the report needs it and it tells anything; else null.
   *
   * @param report without the heap
   * @param before the ledger of that report, which was read just now
   */
  @Nullable ExitHeap lookedInto(Report report, LedgerImage before, DumpProgress progress) {
    if (!isNeeded(report, !before.holderClasses().isEmpty())) {
      return null;
    }
    long clockBase = before.process().clockBaseNanos();
    long now = System.nanoTime() - clockBase;
    HeapReport heap = search(progress);
    return heap == null ? null : new ExitHeap(clockBase, now, heap);
  }

  private boolean isNeeded(Report report, boolean holdersByPath) {
    return wanted == Wanted.TRUE
        ? !report.findings().isEmpty()
        : report.findings().stream()
            .map(Finding::verdict)
            .anyMatch(
                verdict ->
                    verdict.dependsOnHeap() || (holdersByPath && verdict.dependsOnHolders()));
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private @Nullable HeapReport search(DumpProgress progress) {
    if (ManagementModule.isMissing()) {
      return without("the heap cannot be dumped: " + ManagementModule.expected());
    }
    try {
      long used = usedBytes();
      long available = AvailableMemory.bytes();
      if (DumpReaderProcess.heapFor(used + used / 2, available) == 0) {
        return lacking(
            String.format(
                Locale.ROOT, "%,d bytes of memory are available, too few to read", available));
      }
      if (used / BYTES_PER_SECOND > limitSeconds) {
        return lacking(limitSeconds + " s may be too short for");
      }
      File jar = OwnJar.find();
      return jar == null
          ? without("the agent was not loaded from a jar, which its reader needs")
          : searchWith(jar.getPath(), available, used, progress);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return without("interrupted");
    } catch (UnreadableDumpException e) {
      return without("the heap dump " + e.getMessage());
    } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
      return without(Reason.of(e));
    }
  }

  private @Nullable HeapReport searchWith(
      String jar, long available, long used, DumpProgress progress)
      throws IOException, InterruptedException {
    try (DumpFolder folder = DumpFolder.create()) {
      long room = folder.usableBytes();
      if (room < used + MORE_BYTES) {
        return lacking(String.format(Locale.ROOT, "%,d bytes of disk are free, too few for", room));
      }
      HotSpotDiagnosticMXBean diagnostics =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      if (diagnostics == null) {
        return without("this JVM has no HotSpotDiagnosticMXBean");
      }
      long start = System.nanoTime();
      progress.begin("dumping the heap");
      diagnostics.dumpHeap(folder.dump().toString(), true);
      long dumped = System.nanoTime();
      progress.begin("reading the heap dump");
      // Ends before the whole dump is abandoned for lack of progress.
      int patience = Math.max(1, limitSeconds * 3 / 4);
      HeapReport report = new DumpReaderProcess(jar, available, patience).read(folder);
      AgentLog.of("exit")
          .info(
              "the heap was dumped in {} ms ({} bytes) and read in {} ms",
              TimeUnit.NANOSECONDS.toMillis(dumped - start),
              Files.size(folder.dump()),
              TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - dumped));
      return report;
    }
  }

  /** Nobody asked for a look into the heap by {@code auto}, so nobody has to read why not. */
  private @Nullable HeapReport lacking(String what) {
    String why = what + String.format(Locale.ROOT, " a dump of %,d bytes of heap", usedBytes());
    if (wanted == Wanted.TRUE) {
      return without(why);
    }
    AgentLog.of("exit").info("holders: {}", why);
    return null;
  }

  private @Nullable HeapReport without(String why) {
    Console.line("holders: " + why + "; findings are judged without a look into the heap");
    return null;
  }
}
