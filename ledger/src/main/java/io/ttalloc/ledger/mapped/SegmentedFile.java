package io.ttalloc.ledger.mapped;

import static io.ttalloc.ledger.LedgerLayout.HEADER_SEGMENTS;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_KIND;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_SHIFT;

import io.ttalloc.ledger.LedgerContent;
import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.Loss;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel.MapMode;
import org.jspecify.annotations.Nullable;

/**
 * A file that grows by whole segments and is memory-mapped segment by segment.
 *
 * <p>Every byte is written before it is mapped. A full disk therefore causes an exception here,
 * when the file grows, and not a SIGBUS at some later store. The file descriptor stays open for two
 * reasons: a program that leaks descriptors may have none left when the ledger must grow, and a
 * file that was removed must continue to grow instead of being created again. Mapping needs a
 * channel, and an interrupt of the mapping thread closes it; the file is then opened again.
 *
 * <p>After construction only one thread extends the file ({@link Growth}), never a thread of the
 * application, which may have little stack left, be interrupted, or be time-critical. {@link
 * #segment} and {@link #take} take no lock. Not final, so that tests can make it fail or run code
 * between two steps.
 */
public class SegmentedFile implements LedgerContent {
  private static final int WRITE_BYTES = 1 << 16;
  private static final int INTERRUPTED_TRIES = 100;

  /**
   * The number of segments created at once: for the header, the first records and the first slots.
   */
  private static final int FIRST_SEGMENTS = 3;

  private final File file;
  private final int maxSegments;
  private final Growth growth;
  private volatile MappedByteBuffer[] segments = new MappedByteBuffer[16];

  /** The number of mapped segments; written by one thread. */
  private volatile int count;

  private @Nullable RandomAccessFile opened;

  /**
   * @param maxSegments the maximum number of segments, at most {@link LedgerLayout#MAX_SEGMENTS}
   */
  public SegmentedFile(File file, int maxSegments) throws IOException {
    this.file = file;
    this.maxSegments = maxSegments;
    segments[0] = mapFirst();
    Words.publishInt(segments[0], HEADER_SEGMENTS, 1);
    count = 1;
    growFirst();
    growth = new Growth(this);
    growth.start();
  }

  private MappedByteBuffer mapFirst() throws IOException {
    try {
      return map(0);
    } catch (IOException e) {
      throw new IOException(
          "cannot allocate the first "
              + SEGMENT_BYTES
              + " bytes of "
              + file
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Creates the first segments immediately: on a busy machine the growth thread may not run within
   * the time that a hook waits, and the texts of the header and the first resources must not be
   * lost.
   */
  private void growFirst() {
    try {
      while (count < FIRST_SEGMENTS && !isAtLimit()) {
        grow();
      }
    } catch (IOException | OutOfMemoryError e) {
      // The growth thread tries again, and records the reason for the failure.
    }
  }

  public MappedByteBuffer segment(int number) {
    return segments[number];
  }

  /**
   * Like {@link #segment}, but null for the header segment, and for a segment that does not exist.
   */
  public @Nullable MappedByteBuffer find(int number) {
    MappedByteBuffer[] all = segments;
    return number > 0 && number < all.length ? all[number] : null;
  }

  /**
   * Takes an unused segment and publishes its kind.
   *
   * @return the number of the segment; 0 if none is available, for the reason given by {@link
   *     #whyNot}
   */
  public int take(int kind) {
    int number = growth.take();
    if (number != 0) {
      Words.publishInt(segments[number], SEGMENT_KIND, kind);
    }
    return number;
  }

  /** The reason why {@link #take} found no segment when it last returned 0. */
  public Loss whyNot() {
    return growth.whyNot();
  }

  public int count() {
    return count;
  }

  boolean isAtLimit() {
    return count >= maxSegments;
  }

  /**
   * Extends the file by one segment. Must not be called by two threads at the same time.
   *
   * @throws IOException if the segment cannot be written or mapped
   */
  protected void grow() throws IOException {
    int number = count;
    MappedByteBuffer[] all = segments;
    if (number == all.length) {
      MappedByteBuffer[] longer = new MappedByteBuffer[number * 2];
      System.arraycopy(all, 0, longer, 0, number);
      all = longer;
    }
    all[number] = map(number);
    segments = all;
    // Readers compare this number with the length of the file, so the segment is written first.
    Words.publishInt(all[0], HEADER_SEGMENTS, number + 1);
    count = number + 1;
  }

  private MappedByteBuffer map(int number) throws IOException {
    long position = (long) number << SEGMENT_SHIFT;
    boolean interrupted = false;
    try {
      write(position);
      for (int attempt = 0; ; attempt++) {
        RandomAccessFile raw = open(position + SEGMENT_BYTES);
        // The interrupt is cleared as late as possible, because an interrupt during the mapping
        // closes the channel.
        interrupted |= Thread.interrupted();
        try {
          MappedByteBuffer map = raw.getChannel().map(MapMode.READ_WRITE, position, SEGMENT_BYTES);
          map.order(ByteOrder.LITTLE_ENDIAN);
          return map;
        } catch (ClosedByInterruptException e) {
          closedByInterrupt();
          if (attempt == INTERRUPTED_TRIES) {
            throw e;
          }
        }
      }
    } catch (IOException | OutOfMemoryError e) {
      // Nothing from this position on is mapped: free the disk space that was written.
      setLength(position);
      throw e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void write(long position) throws IOException {
    RandomAccessFile raw = open(position);
    raw.seek(position);
    byte[] zeros = new byte[WRITE_BYTES];
    for (int written = 0; written < SEGMENT_BYTES; written += WRITE_BYTES) {
      raw.write(zeros);
    }
  }

  private synchronized void setLength(long length) throws IOException {
    open(length).setLength(length);
  }

  private synchronized void closedByInterrupt() {
    opened = null;
  }

  /**
   * The open file. If the file was closed, it is opened again, provided that it has at least {@code
   * leastBytes} bytes.
   */
  private synchronized RandomAccessFile open(long leastBytes) throws IOException {
    RandomAccessFile raw = opened;
    if (raw == null) {
      if (file.length() < leastBytes) {
        throw new IOException(file + " was removed, replaced or truncated");
      }
      raw = new RandomAccessFile(file, "rw");
      opened = raw;
    }
    return raw;
  }

  // Uses neither the channel, which an interrupt closes, nor the mapping, which fails if the file
  // was truncated.
  @Override
  public synchronized int read(ByteBuffer into, long position) throws IOException {
    RandomAccessFile raw = open((long) count << SEGMENT_SHIFT);
    raw.seek(position);
    byte[] bytes = into.hasArray() ? into.array() : new byte[into.remaining()];
    int start = into.hasArray() ? into.arrayOffset() + into.position() : 0;
    int found = raw.read(bytes, start, into.remaining());
    if (found > 0 && into.hasArray()) {
      into.position(into.position() + found);
    } else if (found > 0) {
      into.put(bytes, 0, found);
    }
    return found;
  }

  @Override
  public synchronized long size() throws IOException {
    return open((long) count << SEGMENT_SHIFT).length();
  }

  /** Stops growing the file; mapped segments stay mapped. */
  public void stopGrowing() {
    growth.end();
  }
}
