package io.ttalloc.heap.dump;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The bytes of a dump, big-endian as the format requires.
 *
 * <p>The file is read in blocks, of which a few hundred are cached. So, unlike with a mapped file,
 * the memory needed does not depend on the size of the dump. Reading beyond the end, even if the
 * file became shorter after it was opened, throws {@link IndexOutOfBoundsException}.
 */
final class DumpFile implements Closeable {
  /**
   * The block size as a power of two. 8 KB is large enough for passes over the whole file, and
   * small enough for reads of single objects.
   */
  private static final int BLOCK_SHIFT = 13;

  private static final int BLOCK = 1 << BLOCK_SHIFT;

  /** 4 MB in total. */
  private static final int BLOCKS = 512;

  /**
   * The maximum number of characters read from a string, since a string in the dump may be nearly
   * as large as the dumped heap.
   */
  private static final int MAX_TEXT = 2_000;

  private final FileChannel channel;
  private final long size;
  private final byte[][] blocks = new byte[BLOCKS][];
  private final long[] starts = new long[BLOCKS];
  private int idSize = 8;

  /** The most recently used block and its position. */
  private byte[] block = {};

  private long start;

  private DumpFile(FileChannel channel, long size) {
    this.channel = channel;
    this.size = size;
    Arrays.fill(starts, -1);
  }

  static DumpFile open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      return new DumpFile(channel, channel.size());
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  long size() {
    return size;
  }

  int idSize() {
    return idSize;
  }

  void idSize(int bytes) {
    idSize = bytes;
  }

  int u1(long position) {
    int offset = offset(position); // before block is accessed, because offset() may replace it
    return block[offset] & 0xFF;
  }

  int u2(long position) {
    return u1(position) << 8 | u1(position + 1);
  }

  // Assembled byte by byte: linking a VarHandle would take time in a process that is ending.
  int i4(long position) {
    int at = offset(position);
    byte[] from = block;
    return at <= from.length - 4
        ? (from[at] << 24)
            | ((from[at + 1] & 0xFF) << 16)
            | ((from[at + 2] & 0xFF) << 8)
            | (from[at + 3] & 0xFF)
        : (u2(position) << 16) | u2(position + 2);
  }

  long u4(long position) {
    return i4(position) & 0xFFFF_FFFFL;
  }

  long i8(long position) {
    int at = offset(position);
    byte[] from = block;
    if (at > from.length - 8) {
      return (long) i4(position) << 32 | u4(position + 4);
    }
    int high =
        (from[at] << 24)
            | ((from[at + 1] & 0xFF) << 16)
            | ((from[at + 2] & 0xFF) << 8)
            | (from[at + 3] & 0xFF);
    int low =
        (from[at + 4] << 24)
            | ((from[at + 5] & 0xFF) << 16)
            | ((from[at + 6] & 0xFF) << 8)
            | (from[at + 7] & 0xFF);
    return (long) high << 32 | (low & 0xFFFF_FFFFL);
  }

  long id(long position) {
    return idSize == 8 ? i8(position) : u4(position);
  }

  /**
   * Checks that a part of a record lies within the record.
   *
   * @param position where the part begins
   * @param end where the record ends
   */
  void checkWithin(long position, long length, long end) throws UnreadableDumpException {
    if (length < 0 || position + length > end) {
      throw new UnreadableDumpException(
          end == size
              ? "is truncated: the data at byte " + position + " continues past the end of the file"
              : "is damaged: the data at byte "
                  + position
                  + " continues past the end of its record");
    }
  }

  /** Decodes a name, which is encoded in UTF-8; truncates a long name. */
  String utf8(long position, long length) {
    int bytes = (int) Math.min(length, MAX_TEXT);
    int at = offset(position);
    if (at <= block.length - bytes) {
      return new String(block, at, bytes, StandardCharsets.UTF_8);
    }
    byte[] copy = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      copy[i] = (byte) u1(position + i);
    }
    return new String(copy, StandardCharsets.UTF_8);
  }

  /**
   * The text of a string whose characters have one byte each or, if {@code wide}, two bytes in the
   * byte order of the dumped JVM.
   */
  String characters(long position, int bytes, boolean wide, boolean littleEndian) {
    int length = Math.min(wide ? bytes / 2 : bytes, MAX_TEXT);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      int unit = wide ? u2(position + 2L * i) : u1(position + i);
      text.append(wide && littleEndian ? Character.reverseBytes((char) unit) : (char) unit);
    }
    return text.toString();
  }

  /**
   * Makes the block that contains a position the current block, and returns the offset of the
   * position within the block.
   */
  private int offset(long position) {
    long offset = position - start;
    if (offset >= 0 && offset < block.length) {
      return (int) offset;
    }
    load(position);
    return (int) (position - start);
  }

  private void load(long position) {
    if (position < 0 || position >= size) {
      throw new IndexOutOfBoundsException(
          "byte " + position + " is outside the file, which has " + size + " bytes");
    }
    long from = position & -BLOCK;
    int slot = (int) (from >>> BLOCK_SHIFT) & (BLOCKS - 1);
    byte[] found = blocks[slot];
    if (starts[slot] != from) {
      int length = (int) Math.min(BLOCK, size - from);
      found = found == null || found.length != length ? new byte[length] : found;
      starts[slot] = -1;
      read(found, from);
      blocks[slot] = found;
      starts[slot] = from;
    }
    block = found;
    start = from;
  }

  private void read(byte[] bytes, long from) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, from + buffer.position()) < 0) {
          throw new IndexOutOfBoundsException(
              "the file was truncated: it no longer contains byte " + (from + buffer.position()));
        }
      }
    } catch (IOException e) {
      // Unchecked: callers expect an open dump to stay readable, like a mapped file.
      throw new UncheckedIOException(e);
    } finally {
      if (buffer.hasRemaining()) {
        // The current block may be the array that has been partly overwritten.
        block = new byte[0];
      }
    }
  }
}
