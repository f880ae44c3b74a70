package io.ttalloc.cache;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes numbers and strings to a growing byte array, for {@link ByteReader}. Not thread-safe. */
public final class ByteWriter {
  static final byte NO_TEXT = 0;
  static final byte LATIN1_TEXT = 1;
  static final byte UTF8_TEXT = 2;

  private byte[] bytes = new byte[512];
  private int length;

  /** The number of bytes written. */
  public int length() {
    return length;
  }

  /** The bytes written. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  public void writeByte(int value) {
    ensureRoom(1);
    bytes[length++] = (byte) value;
  }

  public void writeBoolean(boolean value) {
    writeByte(value ? 1 : 0);
  }

  public void writeInt(int value) {
    ensureRoom(Integer.BYTES);
    for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes[length++] = (byte) (value >>> shift);
    }
  }

  public void writeLong(long value) {
    writeInt((int) (value >>> Integer.SIZE));
    writeInt((int) value);
  }

  /** Writes the number of bytes, followed by the bytes. */
  public void writeBytes(byte[] value) {
    writeInt(value.length);
    writeRaw(value);
  }

  /** Writes only the bytes, without their number. */
  public void writeRaw(byte[] value) {
    ensureRoom(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
  }

  public void writeInts(int[] values) {
    writeInt(values.length);
    for (int value : values) {
      writeInt(value);
    }
  }

  public void writeText(@Nullable String text) {
    if (text == null) {
      writeByte(NO_TEXT);
      return;
    }
    // Latin-1 is preferred because it is decoded by copying the bytes.
    byte[] latin1 = text.getBytes(StandardCharsets.ISO_8859_1);
    boolean whole = new String(latin1, StandardCharsets.ISO_8859_1).equals(text);
    writeByte(whole ? LATIN1_TEXT : UTF8_TEXT);
    writeBytes(whole ? latin1 : text.getBytes(StandardCharsets.UTF_8));
  }

  public void writeTexts(List<String> texts) {
    writeInt(texts.size());
    for (String text : texts) {
      writeText(text);
    }
  }

  private void ensureRoom(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
