package io.ttalloc.cache;

import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * A 64-bit hash that does not protect against forgery. It combines two checksums that the JVM
 * computes in native code; a cryptographic hash would need security providers to be loaded, and
 * would run in the interpreter.
 */
public final class ContentHash {
  private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;

  private ContentHash() {}

  /** The hash of an array of bytes. */
  public static long of(byte[] content) {
    return of(content, 0, content.length);
  }

  /**
   * The hash of the class file that the JVM reconstructs for a loaded class. Unless the class comes
   * from the JVM's archive, the order of its methods differs from process to process; the order is
   * ignored here.
   */
  public static long ofLoaded(byte[] classFile) {
    try {
      ClassParts parts = new ClassParts(classFile);
      parts.skipConstants();
      parts.skipHeader();
      parts.skipMembers(0);
      int methodsAt = parts.at();
      long methods = parts.skipMembers(PRIME);
      int end = parts.at();
      return of(classFile, 0, methodsAt) * PRIME
          + methods * PRIME
          + of(classFile, end, classFile.length);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      return of(classFile);
    }
  }

  private static long of(byte[] content, int from, int to) {
    Adler32 adler = new Adler32();
    adler.update(content, from, to - from);
    return (long) crc(content, from, to) << Integer.SIZE | adler.getValue();
  }

  /** Walks through the parts of a class file. */
  private static final class ClassParts {
    /**
     * The length of a constant including its tag, by tag; 0 if the tag is unknown or the length
     * varies.
     */
    private static final byte[] LENGTHS = {
      0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3
    };

    private static final int UTF8 = 1;
    private static final int COUNT_AT = 8;

    private final byte[] file;
    private int at = COUNT_AT;

    ClassParts(byte[] file) {
      this.file = file;
    }

    int at() {
      return at;
    }

    void skipConstants() {
      int count = readShort();
      for (int i = 1; i < count; i++) {
        int tag = file[at];
        int length = tag > 0 && tag < LENGTHS.length ? LENGTHS[tag] : 0;
        if (tag == UTF8) {
          at++;
          length = readShort();
        } else if (length == 0) {
          throw new IllegalArgumentException();
        }
        at += length;
        if (length == 1 + Long.BYTES && tag != UTF8) {
          i++; // Long and double constants count as two.
        }
      }
    }

    void skipHeader() {
      at += 3 * Short.BYTES;
      int interfaces = readShort();
      at += interfaces * Short.BYTES;
    }

    /**
     * Skips fields or methods; returns a hash of all of them that ignores their order, if
     * requested.
     */
    long skipMembers(long factor) {
      long sum = 0;
      for (int left = readShort(); left > 0; left--) {
        int start = at;
        at += 3 * Short.BYTES;
        for (int attributes = readShort(); attributes > 0; attributes--) {
          at += Short.BYTES;
          int length = readShort() << Short.SIZE | readShort();
          if (length < 0) {
            throw new IllegalArgumentException();
          }
          at += length;
        }
        if (factor != 0) {
          long mixed = of(file, start, at) * factor;
          sum += mixed ^ mixed >>> Integer.SIZE;
        }
      }
      return sum;
    }

    private int readShort() {
      at += Short.BYTES;
      return (file[at - 2] & 0xFF) << Byte.SIZE | (file[at - 1] & 0xFF);
    }
  }

  /** The first of the two checksums, which is sufficient to detect damage. */
  static int crc(byte[] content, int from, int to) {
    CRC32 crc = new CRC32();
    crc.update(content, from, to - from);
    return (int) crc.getValue();
  }
}
