package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.HEADER_SEGMENTS;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_KIND;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_SHIFT;

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
 * A file that grows by whole segments and is mapped segment by segment.
 *
 * <p>Every byte is written before it is mapped: a full disk is then an exception here, at growth,
 * and not a SIGBUS at some later store. The descriptor is kept: a program that leaks descriptors
 * must not starve the ledger that is to say so, and a file that somebody removed goes on as it is
 * instead of being made anew. Mapping goes through a channel, which a thread that is interrupted
 * meanwhile closes for all; then it is opened again.
 *
 * <p>Only one thread makes it longer ({@link Growth}), never one of the application: that may be at
 * the end of its stack, interrupted, or in a hurry. {@link #segment} and {@link #take} take no
 * lock. Not final, so that a test can let it fail or come between two steps.
 */
class SegmentedFile implements LedgerContent {
  private static final int WRITE_BYTES = 1 << 16;
  private static final int INTERRUPTED_TRIES = 100;

  /** The header, the first records, the first slots. */
  private static final int FIRST_SEGMENTS = 3;

  private final File file;
  private final int maxSegments;
  private final Growth growth;
  private volatile MappedByteBuffer[] segments = new MappedByteBuffer[16];

  /** How many segments are mapped; written by one thread. */
  private volatile int count;

  private @Nullable RandomAccessFile opened;

  /**
   * @param maxSegments how many segments there may be, {@link LedgerLayout#MAX_SEGMENTS} at most
   */
  SegmentedFile(File file, int maxSegments) throws IOException {
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
          file + " has no room for its first " + SEGMENT_BYTES + " bytes: " + e.getMessage(), e);
    }
  }

  /**
   * What the header names, and what a program opens first, must not depend on how soon the other
   * thread runs: on a busy machine it may take longer than a hook waits.
   */
  private void growFirst() {
    try {
      while (count < FIRST_SEGMENTS && !isAtLimit()) {
        grow();
      }
    } catch (IOException | OutOfMemoryError e) {
      // The other thread tries again, and knows why.
    }
  }

  MappedByteBuffer segment(int number) {
    return segments[number];
  }

  /** As {@link #segment}, but null for a number that no segment has. */
  @Nullable MappedByteBuffer find(int number) {
    MappedByteBuffer[] all = segments;
    return number > 0 && number < all.length ? all[number] : null;
  }

  /**
   * Takes a segment that nobody uses yet and publishes its kind.
   *
   * @return its number, or 0 if there is none now; {@link #whyNot} says why
   */
  int take(int kind) {
    int number = growth.take();
    if (number != 0) {
      Words.publishInt(segments[number], SEGMENT_KIND, kind);
    }
    return number;
  }

  /** Why the last {@link #take} that failed did. */
  Loss whyNot() {
    return growth.whyNot();
  }

  int count() {
    return count;
  }

  boolean isAtLimit() {
    return count >= maxSegments;
  }

  /**
   * Makes the file one segment longer. Only by one thread at a time.
   *
   * @throws IOException it cannot be written or mapped
   */
  void grow() throws IOException {
    int number = count;
    MappedByteBuffer[] all = segments;
    if (number == all.length) {
      MappedByteBuffer[] longer = new MappedByteBuffer[number * 2];
      System.arraycopy(all, 0, longer, 0, number);
      all = longer;
    }
    all[number] = map(number);
    segments = all;
    // Readers hold the file's length against it, so it comes first.
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
        // At the last moment: what is pending when the mapping begins closes the channel.
        interrupted |= Thread.interrupted();
        try {
          MappedByteBuffer map = raw.getChannel().map(MapMode.READ_WRITE, position, SEGMENT_BYTES);
          map.order(ByteOrder.LITTLE_ENDIAN);
          return map;
        } catch (ClosedByInterruptException e) {
          forget();
          if (attempt == INTERRUPTED_TRIES) {
            throw e;
          }
        }
      }
    } catch (IOException | OutOfMemoryError e) {
      // Nothing is mapped behind this position; what was written is given back.
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

  private synchronized void forget() {
    opened = null;
  }

  /** The file, open; anew only if it is still the one that holds this many bytes. */
  private synchronized RandomAccessFile open(long leastBytes) throws IOException {
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

  /** Not by the channel, which an interrupt closes, and not by the mapping, which may be cut. */
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

  /** Ends growth for good; what is mapped stays. */
  void stopGrowing() {
    growth.end();
  }
}
