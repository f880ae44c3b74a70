package io.ttalloc.heap;

import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.UnreadableDumpException;
import io.ttalloc.heap.path.HeldResources;
import io.ttalloc.heap.report.HeapReport;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads a heap dump in this process; every problem with the file is thrown as an {@link
 * UnreadableDumpException}.
 */
public final class HeapDumpReader {
  private interface Reading<T> {
    T of(Path dump) throws IOException;
  }

  private HeapDumpReader() {}

  /**
   * Reads a dump in a process that does nothing else, so that the reader may use the whole heap.
   * {@link io.ttalloc.heap.process.DumpReaderProcess#heapFor} returns a suitable heap size.
   *
   * @throws UnreadableDumpException if the file cannot be read; the message does not contain its
   *     name
   */
  public static HeapReport read(Path dump) throws UnreadableDumpException {
    return read(dump, Runtime.getRuntime().maxMemory());
  }

  /**
   * Reads a dump.
   *
   * @param heapBytes the maximum amount of heap that the reader may use, in bytes
   * @throws UnreadableDumpException if the file cannot be read; the message does not contain its
   *     name
   */
  public static HeapReport read(Path dump, long heapBytes) throws UnreadableDumpException {
    return guarded(
        dump,
        file -> {
          try (HeapDump heap = HeapDump.open(file, heapBytes)) {
            return HeldResources.of(heap);
          }
        });
  }

  /**
   * Checks the header of a file: a cheap test of whether the file can be a heap dump.
   *
   * @throws UnreadableDumpException if it cannot be a heap dump, or cannot be read
   */
  public static void checkHeader(Path dump) throws UnreadableDumpException {
    boolean unused =
        guarded(
            dump,
            file -> {
              HeapDump.checkHeader(file);
              return true;
            });
  }

  private static <T> T guarded(Path dump, Reading<T> reading) throws UnreadableDumpException {
    try {
      // Files that are not regular files, such as devices, may never end.
      if (Files.exists(dump) && !Files.isRegularFile(dump)) {
        throw new UnreadableDumpException("is not a regular file");
      }
      return reading.of(dump);
    } catch (UnreadableDumpException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new UnreadableDumpException("does not exist");
    } catch (AccessDeniedException e) {
      throw new UnreadableDumpException("cannot be read: permission denied");
    } catch (IOException e) {
      throw new UnreadableDumpException("cannot be read: " + e);
    } catch (OutOfMemoryError e) {
      throw new UnreadableDumpException(
          "needs more memory than the process that reads it has; give that process a larger"
              + " heap (-Xmx)");
    } catch (RuntimeException | InternalError e) {
      throw new UnreadableDumpException("is damaged, or was changed while it was read: " + e);
    }
  }
}
