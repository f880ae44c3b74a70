package io.ttalloc.ledger.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The payload of one record. It is at least as long as the fixed fields of its kind, which can be
 * read without a check.
 *
 * @param id the id of the record
 * @param at the offset of the payload in the bytes
 * @param length the length of the payload in bytes
 */
public record Payload(int id, int kind, ByteBuffer bytes, int at, int length) {
  public int getInt(int offset) {
    return bytes.getInt(at + offset);
  }

  public long getLong(int offset) {
    return bytes.getLong(at + offset);
  }

  /** Reads a count; a negative count, which occurs only in a damaged file, reads as 0. */
  public long getCount(int offset) {
    return Math.max(0, getLong(offset));
  }

  /** The payload as text, cut to a maximum number of bytes. */
  public String text(int limit) {
    byte[] utf8 = new byte[Math.min(length, limit)];
    bytes.get(at, utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
