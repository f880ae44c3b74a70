package io.ttalloc.agent.exit;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.ttalloc.agent.boot.OwnJar;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options.Wanted;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeapReportJson;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks the heap what keeps the open resources reachable: dumps it to a private folder, has a
 * process of its own read that, and deletes both. Whatever fails is one line, and findings are
 * judged without it.
 */
final class HolderSearch {
  /** The dump, its reading and the exit itself stay below two seconds up to here. */
  private static final long AUTO_LIMIT_BYTES = 192L << 20;

  /** What a dump needs beyond the objects, for classes, names and stacks. */
  private static final long MORE_BYTES = 64L << 20;

  private static final String COMMAND = "io.ttalloc.heap.HeapDumpCommand";
  private static final int MOST_OF_A_LINE = 500;

  private final Wanted wanted;
  private final int limitSeconds;

  /**
   * @param limitSeconds how long the reader may take
   */
  HolderSearch(Wanted wanted, int limitSeconds) {
    this.wanted = wanted;
    this.limitSeconds = limitSeconds;
  }

  /** Whether the heap is to be asked for this report. */
  boolean isNeeded(Report report) {
    return switch (wanted) {
      case FALSE -> false;
      case TRUE -> !report.findings().isEmpty();
      case AUTO ->
          usedBytes() < AUTO_LIMIT_BYTES
              && report.findings().stream().anyMatch(finding -> finding.verdict().dependsOnHeap());
    };
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** What the heap tells, or null. */
  @Nullable HeapReport run() {
    long start = System.nanoTime();
    try {
      Path folder = Files.createTempDirectory("tt-alloc-heap-");
      try {
        return read(folder, start);
      } finally {
        delete(folder);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return without("interrupted");
    } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
      return without(e.toString());
    }
  }

  private @Nullable HeapReport read(Path folder, long start)
      throws IOException, InterruptedException {
    File jar = OwnJar.find();
    if (jar == null) {
      return without("the agent was not loaded from a jar");
    }
    long needed = usedBytes() + MORE_BYTES;
    long room = Files.getFileStore(folder).getUsableSpace();
    if (room < needed) {
      return without(
          "%,d bytes are free where %s is, %,d are needed".formatted(room, folder, needed));
    }
    Path dump = folder.resolve("heap.hprof");
    Path out = folder.resolve("holders.json");
    Path errors = folder.resolve("errors.txt");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(dump.toString(), true);
    long dumped = System.nanoTime();
    String problem = readByChild(jar, dump, out, errors);
    if (problem != null) {
      return without(problem);
    }
    try (Reader json = Files.newBufferedReader(out)) {
      HeapReport report = HeapReportJson.read(json);
      AgentLog.of("exit")
          .info(
              "the heap was dumped in {} ms ({} bytes) and read in {} ms",
              millis(start, dumped),
              Files.size(dump),
              millis(dumped, System.nanoTime()));
      return report;
    }
  }

  private static long millis(long from, long to) {
    return TimeUnit.NANOSECONDS.toMillis(to - from);
  }

  /** What went wrong, or null. */
  private @Nullable String readByChild(File jar, Path dump, Path out, Path errors)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-cp",
            jar.getPath(),
            COMMAND,
            dump.toString(),
            out.toString());
    builder
        .environment()
        .keySet()
        .removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    Process reader = builder.redirectErrorStream(true).redirectOutput(errors.toFile()).start();
    try {
      reader.getOutputStream().close();
      if (!reader.waitFor(limitSeconds, TimeUnit.SECONDS)) {
        return "its reader took longer than " + limitSeconds + " s";
      }
      return reader.exitValue() == 0 ? null : firstLine(errors, reader.exitValue());
    } finally {
      reader.destroyForcibly();
    }
  }

  private static String firstLine(Path errors, int status) throws IOException {
    try (Reader text = Files.newBufferedReader(errors)) {
      char[] start = new char[MOST_OF_A_LINE];
      int length = Math.max(0, text.read(start));
      String line = new String(start, 0, length).lines().findFirst().orElse("");
      String prefix = "tt-alloc: ";
      return line.isEmpty()
          ? "its reader ended with status " + status
          : line.startsWith(prefix) ? line.substring(prefix.length()) : line;
    }
  }

  private @Nullable HeapReport without(String why) {
    Console.line(
        "holders: the heap could not be read (" + why + "); findings are judged without it");
    return null;
  }

  private static void delete(Path folder) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
    } catch (IOException e) {
      Console.line("holders: " + folder + " could not be emptied (" + e + "), delete it");
      return;
    }
    try {
      Files.delete(folder);
    } catch (IOException e) {
      Console.line("holders: " + folder + " could not be deleted (" + e + ")");
    }
  }
}
