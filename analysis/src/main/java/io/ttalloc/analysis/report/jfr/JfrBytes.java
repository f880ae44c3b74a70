package io.ttalloc.analysis.report.jfr;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a recording. Numbers in events have variable length, with seven bits per byte and
 * the lowest bits first; a ninth byte has eight bits. Numbers in the header have a fixed length and
 * are big-endian. Not thread-safe.
 */
final class JfrBytes {
  /** The first byte of a string, which specifies its encoding. */
  private static final int TEXT_NULL = 0;

  private static final int TEXT_EMPTY = 1;
  private static final int TEXT_CONSTANT = 2;
  private static final int TEXT_UTF8 = 3;

  /** The length of an event always takes four bytes with seven bits each. */
  private static final int LENGTH_BYTES = 4;

  private static final int MAX_PART_BYTES = (1 << (7 * LENGTH_BYTES)) - 1;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  int size() {
    return bytes.size();
  }

  void number(long value) {
    long rest = value;
    for (int i = 0; i < 8; i++) {
      if ((rest & ~0x7fL) == 0) {
        bytes.write((int) rest);
        return;
      }
      bytes.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  void flag(boolean value) {
    bytes.write(value ? 1 : 0);
  }

  /** Appends a number of fixed length. */
  void fixed(long value, int length) {
    for (int shift = 8 * (length - 1); shift >= 0; shift -= 8) {
      bytes.write((int) (value >>> shift));
    }
  }

  /** Appends a text in place. */
  void text(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      bytes.write(text == null ? TEXT_NULL : TEXT_EMPTY);
      return;
    }
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    bytes.write(TEXT_UTF8);
    number(encoded.length);
    bytes.writeBytes(encoded);
  }

  /** Appends a text as its number in the table of texts. */
  void constantText(long number) {
    bytes.write(TEXT_CONSTANT);
    number(number);
  }

  /**
   * Appends an event: its length, which includes the length field, and its content.
   *
   * @throws IOException if the event exceeds the maximum length
   */
  void event(JfrBytes content) throws IOException {
    int length = content.size() + LENGTH_BYTES;
    if (length > MAX_PART_BYTES) {
      throw new IOException(
          "a part of the recording has %d bytes, expected at most %d"
              .formatted(length, MAX_PART_BYTES));
    }
    for (int i = 0; i < LENGTH_BYTES; i++) {
      boolean last = i == LENGTH_BYTES - 1;
      bytes.write(((length >>> (7 * i)) & 0x7f) | (last ? 0 : 0x80));
    }
    JfrBytes unused = followedBy(content);
  }

  /** Appends other bytes unchanged. */
  JfrBytes followedBy(JfrBytes more) {
    bytes.writeBytes(more.bytes.toByteArray());
    return this;
  }

  void writeTo(OutputStream out) throws IOException {
    bytes.writeTo(out);
  }
}
