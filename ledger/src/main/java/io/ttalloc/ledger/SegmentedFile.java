package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.HEADER_SEGMENTS;
import static io.ttalloc.ledger.LedgerLayout.MAX_SEGMENTS;
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

/**
 * A file that grows by whole segments and is mapped segment by segment.
 *
 * <p>Every byte is written before it is mapped: a full disk is then an exception here, at growth,
 * and not a SIGBUS at some later store. The descriptor is open during growth only, because a thread
 * that is interrupted inside a channel closes it for all.
 *
 * <p>Thread-safe: {@link #segment} without a lock, {@link #add} under one.
 */
final class SegmentedFile {
  private static final int WRITE_BYTES = 1 << 16;
  private static final long RETRY_NANOS = 1_000_000_000L;
  private static final int INTERRUPTED_TRIES = 100;

  private final File file;
  private volatile MappedByteBuffer[] segments = new MappedByteBuffer[16];
  private int count;
  private boolean failed;
  private long failedAtNanos;

  SegmentedFile(File file) throws IOException {
    this.file = file;
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
    if (count == MAX_SEGMENTS) {
      return 0;
    }
    if (failed && System.nanoTime() - failedAtNanos < RETRY_NANOS) {
      return 0;
    }
    MappedByteBuffer segment;
    try {
      segment = grow(count);
    } catch (IOException | OutOfMemoryError e) {
      // OutOfMemoryError: "Map failed". The caller counts what is dropped.
      failed = true;
      failedAtNanos = System.nanoTime();
      return 0;
    }
    failed = false;
    int number = count;
    MappedByteBuffer[] all = segments;
    if (number == all.length) {
      MappedByteBuffer[] longer = new MappedByteBuffer[number * 2];
      System.arraycopy(all, 0, longer, 0, number);
      all = longer;
    }
    all[number] = segment;
    segments = all;
    Words.publishInt(segment, SEGMENT_KIND, kind);
    count = number + 1;
    Words.publishInt(all[0], HEADER_SEGMENTS, count);
    return number;
  }

  private MappedByteBuffer grow(int number) throws IOException {
    boolean interrupted = false;
    try {
      for (int attempt = 0; ; attempt++) {
        interrupted |= Thread.interrupted();
        try {
          return writeAndMap((long) number << SEGMENT_SHIFT);
        } catch (ClosedByInterruptException e) {
          if (attempt == INTERRUPTED_TRIES) {
            throw e;
          }
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private MappedByteBuffer writeAndMap(long position) throws IOException {
    try (RandomAccessFile raw = new RandomAccessFile(file, "rw")) {
      try {
        raw.seek(position);
        byte[] zeros = new byte[WRITE_BYTES];
        for (int written = 0; written < SEGMENT_BYTES; written += WRITE_BYTES) {
          raw.write(zeros);
        }
        MappedByteBuffer map = raw.getChannel().map(MapMode.READ_WRITE, position, SEGMENT_BYTES);
        map.order(ByteOrder.LITTLE_ENDIAN);
        return map;
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (IOException e) {
        raw.setLength(position);
        throw e;
      }
    }
  }
}
