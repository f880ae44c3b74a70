package io.ttalloc.analysis.report.profile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the three kinds of protocol buffer fields that a profile needs: numbers, packed numbers,
 * and texts or messages. A number that is 0 is omitted, as proto3 prescribes.
 *
 * <p>Used instead of protobuf-java, whose use of {@code sun.misc.Unsafe} makes newer JDKs print
 * warnings to the application's stderr. Not thread-safe.
 */
final class ProtoWriter {
  private static final int VARINT = 0;
  private static final int LENGTH = 2;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  void number(int field, long value) {
    if (value != 0) {
      varint((long) field << 3 | VARINT);
      varint(value);
    }
  }

  void packed(int field, long... values) {
    ProtoWriter packed = new ProtoWriter();
    for (long value : values) {
      packed.varint(value);
    }
    message(field, packed);
  }

  /** Writes an element of a repeated field, even if the text is empty. */
  void text(int field, String text) {
    lengthDelimited(field, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes an element of a repeated field, even if the message is empty. */
  void message(int field, ProtoWriter message) {
    lengthDelimited(field, message.toByteArray());
  }

  private void lengthDelimited(int field, byte[] content) {
    varint((long) field << 3 | LENGTH);
    varint(content.length);
    bytes.writeBytes(content);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes.write((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  byte[] toByteArray() {
    return bytes.toByteArray();
  }
}
