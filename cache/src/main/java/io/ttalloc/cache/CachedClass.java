package io.ttalloc.cache;

import java.util.List;

/**
 * The table entry of a cached result: everything that is needed to find it and to check whether it
 * is still valid. Immutable.
 *
 * @param name the internal name of the class
 * @param hash the hash of the class file that was woven
 * @param hashOfLoaded the {@link ContentHash#ofLoaded} of the class file, if the class was already
 *     loaded when it was woven; otherwise 0
 * @param variant the rules by which the class was woven, and the way in which it was woven
 * @param read the internal names of the classes whose class files were read for weaving
 * @param hashes the hashes of these class files, in the same order; 0 for a file that was not found
 * @param at the position of the result
 * @param length the length of the result
 * @param crc the checksum of the result
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CachedClass(
    String name,
    long hash,
    long hashOfLoaded,
    String variant,
    List<String> read,
    long[] hashes,
    int at,
    int length,
    int crc) {
  public CachedClass {
    read = List.copyOf(read);
  }

  /** Creates an entry that has no result yet; the parameters are those of the constructor. */
  public static CachedClass of(
      String name, long hash, long hashOfLoaded, String variant, List<String> read, long[] hashes) {
    return new CachedClass(name, hash, hashOfLoaded, variant, read, hashes, 0, 0, 0);
  }

  CachedClass with(int resultLength, int resultCrc) {
    return new CachedClass(
        name, hash, hashOfLoaded, variant, read, hashes, at, resultLength, resultCrc);
  }

  CachedClass movedTo(int place) {
    return new CachedClass(name, hash, hashOfLoaded, variant, read, hashes, place, length, crc);
  }

  void writeTo(ByteWriter out) {
    out.writeText(name);
    out.writeLong(hash);
    out.writeLong(hashOfLoaded);
    out.writeText(variant);
    out.writeTexts(read);
    for (long each : hashes) {
      out.writeLong(each);
    }
    out.writeInt(at);
    out.writeInt(length);
    out.writeInt(crc);
  }

  static CachedClass read(ByteReader in) {
    String name = in.readText();
    long hash = in.readLong();
    long hashOfLoaded = in.readLong();
    String variant = in.readText();
    List<String> read = in.readTexts();
    long[] hashes = new long[read.size()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = in.readLong();
    }
    return new CachedClass(
        name, hash, hashOfLoaded, variant, read, hashes, in.readInt(), in.readInt(), in.readInt());
  }
}
