package io.ttalloc.cache;

import java.util.List;

/**
 * What is known of a cached result without reading it. Immutable.
 *
 * @param name of the class, internal
 * @param hash of the class file that was woven
 * @param hashOfLoaded the same if the class was loaded and its methods may be in another order;
 *     else 0
 * @param variant by which rules, and in which way
 * @param read the classes whose class files were read for that, internal names
 * @param hashes the hashes of these class files, in the same order; 0 for a file not found
 * @param at where the result is
 * @param length of the result
 * @param crc its checksum
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

  /** A class without a result so far; the parameters are the constructor's. */
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
