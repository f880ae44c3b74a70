package io.ttalloc.heap.process;

import io.ttalloc.heap.dump.UnreadableDumpException;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeapReportFile;
import io.ttalloc.text.VisibleText;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A process that reads a heap dump, so that neither a damaged dump nor a lack of memory can harm
 * the caller.
 */
public final class DumpReaderProcess {
  private static final String COMMAND = "io.ttalloc.heap.HeapDumpCommand";

  /**
   * The last argument of the command. It makes the command stop at the end of its standard input,
   * to which this process never writes. So the command ends when this process ends, even if this
   * process is killed.
   */
  public static final String UNTIL_INPUT_ENDS = "--until-input-ends";

  private static final int MAX_MESSAGE_LENGTH = 500;
  private static final long MIB = 1L << 20;

  /** The minimum heap for a dump of any size. */
  private static final long MIN_BYTES = 64 * MIB;

  /**
   * The size of the young generation, which is enough for short-lived objects. The rest of the heap
   * is for the tables, which are long-lived.
   */
  private static final long YOUNG_BYTES = 16 * MIB;

  /**
   * The dump size from which the optimizing compiler is worthwhile; for smaller dumps, it takes
   * more time than it saves.
   */
  private static final long OPTIMIZED_FROM_BYTES = 256 * MIB;

  private static final int ALL_COMPILERS = 4;

  private final String classPath;
  private final long availableBytes;
  private final int limitSeconds;

  /**
   * Prepares a process without starting it.
   *
   * @param classPath the class path of this module and its dependencies
   * @param availableBytes the memory that is available; the process may use half of it
   * @param limitSeconds the time after which the process is stopped
   */
  public DumpReaderProcess(String classPath, long availableBytes, int limitSeconds) {
    this.classPath = classPath;
    this.availableBytes = availableBytes;
    this.limitSeconds = limitSeconds;
  }

  /**
   * The heap that suffices for any dump of this size. The smallest object takes 25 bytes in a dump
   * and 17 bytes in the reader's tables; a reference takes 8 bytes in a dump and 4 in the tables.
   */
  public static long sufficientFor(long dumpBytes) {
    return MIN_BYTES + dumpBytes / 8 * 7;
  }

  /** The size of the tables for a dump with a typical mix of objects. */
  public static long typicalFor(long dumpBytes) {
    return dumpBytes / 16 * 7;
  }

  /**
   * The heap to use for reading a dump: enough even if all objects are small, but at most half of
   * the available memory.
   *
   * @param availableBytes the memory that is available
   * @return the heap in bytes; 0 if half of the memory is too little even for typical objects,
   *     which need half as much as the smallest ones
   */
  public static long heapFor(long dumpBytes, long availableBytes) {
    long max = availableBytes / 2;
    return max < sufficientFor(dumpBytes / 2) ? 0 : Math.min(max, sufficientFor(dumpBytes));
  }

  /** Reads the dump in a folder. */
  public HeapReport read(DumpFolder folder)
      throws UnreadableDumpException, IOException, InterruptedException {
    return read(folder.dump(), folder);
  }

  /**
   * Reads a dump.
   *
   * @param folder the folder for the output of the process
   * @throws UnreadableDumpException if the dump is damaged or too large
   * @throws IOException if the process could not be started, or its output cannot be read
   */
  public HeapReport read(Path dump, DumpFolder folder)
      throws UnreadableDumpException, IOException, InterruptedException {
    long dumpBytes = Files.size(dump);
    long heapBytes = heapFor(dumpBytes, availableBytes);
    if (heapBytes == 0) {
      throw new UnreadableDumpException(
          String.format(
              Locale.ROOT,
              "is too large (%,d B) to be read with %,d B of available memory",
              dumpBytes,
              availableBytes));
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flagsFor(dumpBytes, heapBytes));
    command.addAll(List.of("-cp", classPath, COMMAND, dump.toString(), folder.report().toString()));
    command.add(UNTIL_INPUT_ENDS);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .keySet()
        .removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    Process reader =
        builder.redirectErrorStream(true).redirectOutput(folder.messages().toFile()).start();
    try {
      if (!reader.waitFor(limitSeconds, TimeUnit.SECONDS)) {
        throw new UnreadableDumpException("takes longer than " + limitSeconds + " s to read");
      }
      if (reader.exitValue() != 0) {
        throw new UnreadableDumpException(problem(dump, folder, reader.exitValue()));
      }
    } finally {
      reader.destroyForcibly();
    }
    try (InputStream report = new BufferedInputStream(Files.newInputStream(folder.report()))) {
      return HeapReportFile.read(report);
    }
  }

  /** The JVM options of the process. */
  private static List<String> flagsFor(long dumpBytes, long heapBytes) {
    return List.of(
        "-Xmx" + heapBytes / MIB + "m",
        "-Xmn" + YOUNG_BYTES / MIB + "m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=" + compilersFor(dumpBytes),
        "-XX:-UsePerfData");
  }

  /** The highest compilation level to use for a dump of this size. */
  static int compilersFor(long dumpBytes) {
    return dumpBytes < OPTIMIZED_FROM_BYTES ? 1 : ALL_COMPILERS;
  }

  static String problem(Path dump, DumpFolder folder, int status) throws IOException {
    List<String> lines = lines(folder.messages());
    String prefix = "tt-alloc: " + VisibleText.of(dump.toString()) + " ";
    for (String line : lines) {
      // The JVM may have written warnings before the message.
      if (line.startsWith(prefix)) {
        return line.substring(prefix.length());
      }
    }
    return "cannot be read: the process that reads it ended with status "
        + status
        + (lines.isEmpty() ? " without a message; " + room(folder) : ": " + lines.get(0));
  }

  /**
   * Describes the free disk space: if there is none, neither a report nor a message can be written.
   */
  private static String room(DumpFolder folder) throws IOException {
    return String.format(
        Locale.ROOT, "%,d B are free in %s", folder.usableBytes(), folder.report().getParent());
  }

  private static List<String> lines(Path messages) throws IOException {
    try (Reader text = Files.newBufferedReader(messages)) {
      char[] start = new char[MAX_MESSAGE_LENGTH];
      int length = Math.max(0, text.read(start));
      return new String(start, 0, length).lines().toList();
    }
  }
}
