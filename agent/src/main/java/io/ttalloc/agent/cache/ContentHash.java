package io.ttalloc.agent.cache;

import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * A hash of 64 bits that tells contents apart of which nobody has forged one: two checksums that
 * the JVM computes in native code, since a cryptographic one would load providers and be
 * interpreted.
 */
public final class ContentHash {
  private ContentHash() {}

  /** The hash of some bytes. */
  public static long of(byte[] content) {
    Adler32 adler = new Adler32();
    adler.update(content, 0, content.length);
    return (long) crc(content, 0, content.length) << Integer.SIZE | adler.getValue();
  }

  /** The first of the checksums alone, which notices damage. */
  static int crc(byte[] content, int from, int to) {
    CRC32 crc = new CRC32();
    crc.update(content, from, to - from);
    return (int) crc.getValue();
  }
}
