package io.ttalloc.cache;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads values written by {@link ByteWriter}. Does not trust the input: malformed bytes cause a
 * {@link DamagedException}, and no array larger than the input is allocated. Not thread-safe.
 */
public final class ByteReader {
  private final byte[] bytes;
  private int at;

  /** Creates a reader of a whole array. */
  public ByteReader(byte[] bytes) {
    this.bytes = bytes;
  }

  public boolean isAtEnd() {
    return at == bytes.length;
  }

  public byte readByte() {
    require(1);
    return bytes[at++];
  }

  public boolean readBoolean() {
    return readByte() != 0;
  }

  public int readInt() {
    require(Integer.BYTES);
    int from = at;
    at += Integer.BYTES;
    return (bytes[from] & 0xFF) << 24
        | (bytes[from + 1] & 0xFF) << 16
        | (bytes[from + 2] & 0xFF) << 8
        | (bytes[from + 3] & 0xFF);
  }

  public long readLong() {
    long high = readInt();
    return high << Integer.SIZE | (readInt() & 0xFFFF_FFFFL);
  }

  public byte[] readBytes() {
    int from = skipBytes(readInt());
    return Arrays.copyOfRange(bytes, from, at);
  }

  /**
   * Reads the number of elements that follow, each at least {@code leastBytes} long. If the input
   * is too short for that many elements, the input counts as damaged.
   */
  public int readCount(int leastBytes) {
    int count = readInt();
    if (count < 0 || count > (bytes.length - at) / leastBytes) {
      throw new DamagedException();
    }
    return count;
  }

  /** Reads a one-byte number that must be less than a limit. */
  public int readIndex(int limit) {
    byte index = readByte();
    if (index < 0 || index >= limit) {
      throw new DamagedException();
    }
    return index;
  }

  public int[] readInts() {
    int[] values = new int[readCount(Integer.BYTES)];
    for (int i = 0; i < values.length; i++) {
      values[i] = readInt();
    }
    return values;
  }

  public @Nullable String readTextOrNull() {
    byte kind = readByte();
    if (kind == ByteWriter.NO_TEXT) {
      return null;
    }
    if (kind != ByteWriter.LATIN1_TEXT && kind != ByteWriter.UTF8_TEXT) {
      throw new DamagedException();
    }
    int length = readInt();
    int from = skipBytes(length);
    return new String(
        bytes,
        from,
        length,
        kind == ByteWriter.LATIN1_TEXT ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
  }

  public String readText() {
    String text = readTextOrNull();
    if (text == null) {
      throw new DamagedException();
    }
    return text;
  }

  public List<String> readTexts() {
    int count = readCount(1);
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(readText());
    }
    return texts;
  }

  private int skipBytes(int count) {
    if (count < 0) {
      throw new DamagedException();
    }
    require(count);
    int from = at;
    at += count;
    return from;
  }

  private void require(int count) {
    if (bytes.length - at < count) {
      throw new DamagedException();
    }
  }
}
