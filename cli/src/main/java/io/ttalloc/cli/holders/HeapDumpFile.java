package io.ttalloc.cli.holders;

import io.ttalloc.heap.HeapDumpReader;
import io.ttalloc.heap.dump.UnreadableDumpException;
import io.ttalloc.heap.process.AvailableMemory;
import io.ttalloc.heap.process.DumpFolder;
import io.ttalloc.heap.process.DumpReaderProcess;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.text.Numbers;
import io.ttalloc.watch.progress.DelayedNote;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads heap dumps: small ones in this process if its heap suffices, others in a separate process.
 *
 * @param classPath the class path of the process that reads heap dumps
 * @param heapBytes the maximum heap size of this process
 * @param notes receives progress messages
 */
public record HeapDumpFile(String classPath, long heapBytes, PrintWriter notes) {
  private static final int LIMIT_SECONDS = 3_600;

  /**
   * The size from which the optimizing compiler is worthwhile; only a separate process uses that
   * compiler.
   */
  private static final long LARGE_BYTES = 256L << 20;

  /** Returns a reader with the class path and the maximum heap size of this process. */
  public static HeapDumpFile reader(PrintWriter notes) {
    return new HeapDumpFile(
        System.getProperty("java.class.path"), Runtime.getRuntime().maxMemory(), notes);
  }

  /**
   * Reads a heap dump that a user named.
   *
   * @throws NoHeapException if the dump cannot be read
   */
  public HeapReport read(Path dump) throws NoHeapException {
    try {
      HeapDumpReader.checkHeader(dump);
      if (isReadHere(dump)) {
        return readHere(dump);
      }
      try (DumpFolder folder = DumpFolder.create()) {
        return readInProcess(dump, folder);
      }
    } catch (IOException e) {
      throw unreadable(dump.toString(), e);
    }
  }

  /** Reads the dump in a folder, and passes exceptions of the reader on without converting them. */
  HeapReport read(DumpFolder folder) throws IOException {
    Path dump = folder.dump();
    return isReadHere(dump) ? readHere(dump) : readInProcess(dump, folder);
  }

  private boolean isReadHere(Path dump) throws IOException {
    long size = Files.size(dump);
    return size < LARGE_BYTES && DumpReaderProcess.sufficientFor(size) <= heapBytes;
  }

  private HeapReport readHere(Path dump) throws IOException {
    try (DelayedNote note = note(dump)) {
      return HeapDumpReader.read(dump);
    }
  }

  private HeapReport readInProcess(Path dump, DumpFolder folder) throws IOException {
    try (DelayedNote note = note(dump)) {
      return new DumpReaderProcess(classPath, AvailableMemory.bytes(), LIMIT_SECONDS)
          .read(dump, folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private DelayedNote note(Path dump) throws IOException {
    return new DelayedNote(notes, "reading a heap dump of " + Numbers.bytes(Files.size(dump)));
  }

  /** Returns the message for a failure to read a dump with this name. */
  static NoHeapException unreadable(String name, IOException e) {
    String what =
        e instanceof UnreadableDumpException ? " " + e.getMessage() : " cannot be read: " + e;
    return new NoHeapException(name + what, e);
  }
}
