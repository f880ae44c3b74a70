package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.HEADER_SEGMENTS;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_KIND;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_SHIFT;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel.MapMode;
import org.jspecify.annotations.Nullable;

/**
 * A file that grows by whole segments and is mapped segment by segment.
 *
 * <p>Every byte is written before it is mapped: a full disk is then an exception here, at growth,
 * and not a SIGBUS at some later store. The descriptor is kept: a program that leaks descriptors
 * must not starve the ledger that is to say so, and a file that somebody removed goes on as it is
 * instead of being made anew. Mapping goes through a channel, which a thread that is interrupted
 * meanwhile closes for all; then it is opened again.
 *
 * <p>Thread-safe: {@link #segment} without a lock, {@link #add} under one.
 */
final class SegmentedFile {
  private static final int WRITE_BYTES = 1 << 16;
  private static final long RETRY_NANOS = 1_000_000_000L;
  private static final int INTERRUPTED_TRIES = 100;

  private final File file;
  private final int maxSegments;
  private volatile MappedByteBuffer[] segments = new MappedByteBuffer[16];
  private @Nullable RandomAccessFile opened;
  private int count;
  private boolean failed;
  private long failedAtNanos;

  /**
   * @param maxSegments how many segments there may be, {@link LedgerLayout#MAX_SEGMENTS} at most
   */
  SegmentedFile(File file, int maxSegments) throws IOException {
    this.file = file;
    this.maxSegments = maxSegments;
    segments[0] = grow(0);
    count = 1;
  }

  MappedByteBuffer segment(int number) {
    return segments[number];
  }

  /**
   * Adds a segment and publishes its kind.
   *
   * @return its number, or 0 if the file cannot grow now; it is tried again after a second
   */
  synchronized int add(int kind) {
    if (count == maxSegments) {
      return 0;
    }
    if (failed && System.nanoTime() - failedAtNanos < RETRY_NANOS) {
      return 0;
    }
    int number = count;
    MappedByteBuffer[] all = segments;
    try {
      if (number == all.length) {
        MappedByteBuffer[] longer = new MappedByteBuffer[number * 2];
        System.arraycopy(all, 0, longer, 0, number);
        all = longer;
      }
      all[number] = grow(number);
    } catch (IOException | OutOfMemoryError e) {
      // OutOfMemoryError: of the heap, or "Map failed". The caller counts what is dropped.
      failed = true;
      failedAtNanos = System.nanoTime();
      return 0;
    }
    failed = false;
    segments = all;
    Words.publishInt(all[number], SEGMENT_KIND, kind);
    count = number + 1;
    Words.publishInt(all[0], HEADER_SEGMENTS, count);
    return number;
  }

  private MappedByteBuffer grow(int number) throws IOException {
    long position = (long) number << SEGMENT_SHIFT;
    boolean interrupted = false;
    try {
      write(position);
      for (int attempt = 0; ; attempt++) {
        RandomAccessFile raw = open(position + SEGMENT_BYTES);
        // At the last moment: what is pending when the mapping begins closes the channel.
        interrupted |= Thread.interrupted();
        try {
          MappedByteBuffer map = raw.getChannel().map(MapMode.READ_WRITE, position, SEGMENT_BYTES);
          map.order(ByteOrder.LITTLE_ENDIAN);
          return map;
        } catch (ClosedByInterruptException e) {
          opened = null;
          if (attempt == INTERRUPTED_TRIES) {
            throw e;
          }
        }
      }
    } catch (IOException | OutOfMemoryError e) {
      // Nothing is mapped behind this position; what was written is given back.
      open(position).setLength(position);
      throw e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void write(long position) throws IOException {
    RandomAccessFile raw = open(position);
    raw.seek(position);
    byte[] zeros = new byte[WRITE_BYTES];
    for (int written = 0; written < SEGMENT_BYTES; written += WRITE_BYTES) {
      raw.write(zeros);
    }
  }

  /** The file, open; anew only if it is still the one that holds this many bytes. */
  private RandomAccessFile open(long leastBytes) throws IOException {
    RandomAccessFile raw = opened;
    if (raw == null) {
      if (file.length() < leastBytes) {
        throw new IOException(file + " was removed or replaced");
      }
      raw = new RandomAccessFile(file, "rw");
      opened = raw;
    }
    return raw;
  }
}
