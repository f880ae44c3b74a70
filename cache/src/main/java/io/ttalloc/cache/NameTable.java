package io.ttalloc.cache;

import java.util.Arrays;

/**
 * A set of class names, each with a flag. It is searched in the same form in which it is stored in
 * a file, without being decoded. Immutable.
 *
 * <p>It contains 64-bit hashes instead of names. Two names may have the same hash, but that is
 * unlikely even among the many thousands of names in a process.
 */
public final class NameTable {
  private static final int ENTRY = Long.BYTES;

  /** The bit of a hash that stores the name's flag. */
  private static final long FLAG = 1;

  /** A bit that is set in every hash, so that none is 0. */
  private static final long NOT_EMPTY = 2;

  private final byte[] table;

  private NameTable(byte[] table) {
    this.table = table;
  }

  /** Collects names. Not thread-safe. */
  public static final class Builder {
    private long[] hashes = new long[64];
    private int count;

    /** Adds a name; a name that is added both with and without the flag does not get the flag. */
    public void add(String name, boolean flag) {
      add(hash(name) | (flag ? FLAG : 0));
    }

    public void addAll(NameTable others) {
      for (int at = 0; at < others.table.length; at += ENTRY) {
        long hash = longAt(others.table, at);
        if (hash != 0) {
          add(hash);
        }
      }
    }

    private void add(long hash) {
      if (count == hashes.length) {
        hashes = Arrays.copyOf(hashes, count * 2);
      }
      hashes[count++] = hash;
    }

    public NameTable build() {
      long[] sorted = Arrays.copyOf(hashes, count);
      Arrays.sort(sorted);
      int places = Integer.highestOneBit(Math.max(1, count)) << 2;
      long[] table = new long[places];
      for (int i = 0; i < count; i++) {
        boolean again = i > 0 && (sorted[i] | FLAG) == (sorted[i - 1] | FLAG);
        if (!again) {
          int place = placeOf(sorted[i], places);
          while (table[place] != 0) {
            place = (place + 1) & (places - 1);
          }
          table[place] = sorted[i];
        }
      }
      ByteWriter out = new ByteWriter();
      for (long hash : table) {
        out.writeLong(hash);
      }
      return new NameTable(out.toByteArray());
    }
  }

  public void writeTo(ByteWriter out) {
    out.writeBytes(table);
  }

  /** Reads a table that {@link #writeTo} wrote. */
  public static NameTable read(ByteReader in) {
    byte[] table = in.readBytes();
    if (table.length % ENTRY != 0 || Integer.bitCount(table.length / ENTRY) != 1) {
      throw new DamagedException();
    }
    return new NameTable(table);
  }

  public boolean contains(String name) {
    return find(hash(name)) != 0;
  }

  public boolean isFlagged(String name) {
    return (find(hash(name)) & FLAG) != 0;
  }

  /**
   * Returns a hash as it is stored, including the flag; 0 if the table does not contain the hash.
   */
  private long find(long hash) {
    int places = table.length / ENTRY;
    int place = placeOf(hash, places);
    for (int i = 0; i < places; i++) {
      long there = longAt(table, place * ENTRY);
      if (there == 0 || (there & ~FLAG) == hash) {
        return there;
      }
      place = (place + 1) & (places - 1);
    }
    return 0;
  }

  /**
   * The index at which the search for a hash starts, ignoring the flag. The number of places must
   * be a power of two.
   */
  private static int placeOf(long hash, int places) {
    return ((int) (hash >>> Integer.SIZE) ^ (int) hash >>> 2) & (places - 1);
  }

  private static long longAt(byte[] from, int at) {
    return (long) intAt(from, at) << Integer.SIZE
        | (intAt(from, at + Integer.BYTES) & 0xFFFF_FFFFL);
  }

  private static int intAt(byte[] from, int at) {
    return (from[at] & 0xFF) << 24
        | (from[at + 1] & 0xFF) << 16
        | (from[at + 2] & 0xFF) << 8
        | (from[at + 3] & 0xFF);
  }

  /** The hash of a name, with the bit for the flag clear. */
  private static long hash(String name) {
    // Combines the hash of the string, which the JVM computes anyway, with a hash of a few
    // characters.
    int length = name.length();
    int second = length;
    for (int i = length - 1; i >= 0; i -= 1 + length / 12) {
      second = second * 31 + name.charAt(i);
    }
    long both = (long) name.hashCode() << Integer.SIZE | (second & 0xFFFF_FFFFL);
    return (both & ~FLAG) | NOT_EMPTY;
  }
}
