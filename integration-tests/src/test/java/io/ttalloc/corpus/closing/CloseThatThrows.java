package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.Closeable;
import java.io.IOException;

/** Writers whose close method first flushes, and throws if the flush fails. */
public final class CloseThatThrows {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.CloseThatThrows$SegmentWriter
          type: segment writer
          open: [<init>]
          close: [close]
          label: segment
      """;

  private CloseThatThrows() {}

  /** A disk that refuses every eighth segment on the first attempt. */
  static final class Disk {
    void store(int segment, int attempt) throws IOException {
      if (segment % 8 == 0 && attempt == 1) {
        throw new IOException("segment " + segment + ": the disk is busy");
      }
    }
  }

  static final class SegmentWriter implements Closeable {
    private final Disk disk;
    private final int segment;
    private int attempts;
    private boolean released;

    SegmentWriter(Disk disk, int segment) {
      this.disk = disk;
      this.segment = segment;
    }

    void write(String text) throws IOException {
      if (released) {
        throw new IOException("segment " + segment + " is closed, cannot write " + text);
      }
    }

    @Override
    public void close() throws IOException {
      if (released) {
        return;
      }
      attempts++;
      disk.store(segment, attempts);
      released = true;
    }
  }

  /** Closes a writer. */
  interface Closing {
    void close(SegmentWriter writer) throws IOException;
  }

  static final class Journal {
    private final Disk disk = new Disk();
    private int lost;

    void writeAll(Closing closing) {
      for (int segment = 1; segment <= 40; segment++) {
        try {
          append(segment, closing);
        } catch (IOException e) {
          lost++;
        }
      }
      System.out.println(lost + " segments lost");
    }

    private void append(int segment, Closing closing) throws IOException {
      SegmentWriter writer = new SegmentWriter(disk, segment);
      writer.write("begin");
      writer.write("end");
      closing.close(writer);
    }
  }

  @Truth(
      why = "a close that throws has released nothing, and those writers are not closed again",
      leaks =
          @Leak(type = "segment writer", count = 5, openedAt = "CloseThatThrows$Journal.append"))
  public static final class Leaking {
    public static void main(String[] args) {
      new Journal().writeAll(SegmentWriter::close);
    }
  }

  @Truth(why = "a close that threw is repeated, and the second one succeeds")
  public static final class Mended {
    public static void main(String[] args) {
      new Journal().writeAll(Mended::closeWithRetry);
    }

    static void closeWithRetry(SegmentWriter writer) throws IOException {
      try {
        writer.close();
      } catch (IOException e) {
        writer.close();
      }
    }
  }
}
