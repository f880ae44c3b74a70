package io.ttalloc.heap.dump;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The bytes of a dump, big-endian as the format has them, at positions beyond two gigabytes as
 * well.
 *
 * <p>Mapped in windows, so the operating system reads what is used and no memory of the heap is
 * needed. A position beyond the end throws {@link IndexOutOfBoundsException}.
 */
final class MappedDump {
  private static final int WINDOW_SHIFT = 30;
  private static final int WINDOW = 1 << WINDOW_SHIFT;

  /** The length of the longest text that is read; text may be as long as the heap was. */
  private static final int MAX_TEXT = 2_000;

  private final ByteBuffer[] windows;
  private final long size;
  private int idSize = 8;

  private MappedDump(ByteBuffer[] windows, long size) {
    this.windows = windows;
    this.size = size;
  }

  static MappedDump open(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      ByteBuffer[] windows = new ByteBuffer[(int) ((size + WINDOW - 1) >>> WINDOW_SHIFT)];
      for (int i = 0; i < windows.length; i++) {
        long start = (long) i << WINDOW_SHIFT;
        windows[i] =
            channel.map(FileChannel.MapMode.READ_ONLY, start, Math.min(WINDOW, size - start));
      }
      return new MappedDump(windows, size);
    }
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
    return window(position).get(offset(position)) & 0xFF;
  }

  int u2(long position) {
    return u1(position) << 8 | u1(position + 1);
  }

  int i4(long position) {
    int offset = offset(position);
    return offset <= WINDOW - 4
        ? window(position).getInt(offset)
        : u2(position) << 16 | u2(position + 2);
  }

  long u4(long position) {
    return i4(position) & 0xFFFF_FFFFL;
  }

  long i8(long position) {
    int offset = offset(position);
    return offset <= WINDOW - 8
        ? window(position).getLong(offset)
        : (long) i4(position) << 32 | u4(position + 4);
  }

  long id(long position) {
    return idSize == 8 ? i8(position) : u4(position);
  }

  /** Text of a name, in the encoding of class files; a long one is cut. */
  String utf8(long position, long length) {
    byte[] bytes = new byte[(int) Math.min(length, MAX_TEXT)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) u1(position + i);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The characters of a string: one byte each, or two, as the machine that dumped orders them. */
  String characters(long position, int bytes, boolean wide, boolean littleEndian) {
    int length = Math.min(wide ? bytes / 2 : bytes, MAX_TEXT);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      int unit = wide ? u2(position + 2L * i) : u1(position + i);
      text.append(wide && littleEndian ? Character.reverseBytes((char) unit) : (char) unit);
    }
    return text.toString();
  }

  private ByteBuffer window(long position) {
    int window = (int) (position >>> WINDOW_SHIFT);
    if (position < 0 || window >= windows.length) {
      throw new IndexOutOfBoundsException("byte " + position + " of " + size);
    }
    return windows[window];
  }

  private static int offset(long position) {
    return (int) position & (WINDOW - 1);
  }
}
