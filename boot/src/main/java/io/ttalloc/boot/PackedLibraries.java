package io.ttalloc.boot;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The class files of libraries, in one entry of the agent's jar. Most processes load none of them.
 * Thread-safe.
 *
 * <p>The entry is a hash table whose number of slots is a power of two, preceded by that number.
 * Each slot has the hash of a name, the length of the name, the offset of the name, and the length
 * of the content; all are 0 if the slot is empty. The contents follow, each directly preceded by
 * its name. All numbers have four bytes.
 */
public final class PackedLibraries {
  public static final String ENTRY = "META-INF/tt-alloc/libraries";

  private static final String PREFIX = "io/ttalloc/agent/shaded/";

  /**
   * The package of Gson, which is not packed, because the process that reads heap dumps has the jar
   * on its class path and needs Gson.
   */
  private static final String NOT_PACKED = PREFIX + "gson/";

  public static final int PLACE = 4 * Integer.BYTES;

  private final ZipFile jar;
  private final ZipEntry entry;
  private final byte[] table;

  /**
   * The whole content of the entry if the entry is compressed, as in a jar that was signed or
   * packed again: inflating the entry from its start for each loaded class would take half a minute
   * in total. The content of an uncompressed entry is never kept.
   */
  private volatile SoftReference<byte[]> inflated = new SoftReference<>(null);

  private PackedLibraries(ZipFile jar, ZipEntry entry, byte[] table) {
    this.jar = jar;
    this.entry = entry;
    this.table = table;
  }

  /** Whether a file belongs to the packed libraries. */
  public static boolean has(String name) {
    return name.startsWith(PREFIX) && !name.startsWith(NOT_PACKED);
  }

  /**
   * Returns the libraries in a jar, which must stay open.
   *
   * @throws IOException if the jar has no packed libraries, or cannot be read
   */
  public static PackedLibraries of(ZipFile jar) throws IOException {
    ZipEntry entry = jar.getEntry(ENTRY);
    if (entry == null) {
      throw new IOException(ENTRY + " is missing from the agent's jar");
    }
    try (InputStream in = jar.getInputStream(entry)) {
      int places = number(in.readNBytes(Integer.BYTES), 0);
      byte[] table = in.readNBytes(places * PLACE);
      if (places <= 0 || table.length != places * PLACE) {
        throw new IOException(ENTRY + " in the agent's jar is damaged");
      }
      return new PackedLibraries(jar, entry, table);
    }
  }

  /** The content of a file; null if it is not packed, or cannot be read. */
  public byte @Nullable [] read(String name) {
    int hash = name.hashCode();
    int places = table.length / PLACE;
    for (int i = 0; i < places; i++) {
      int place = ((hash + i) & (places - 1)) * PLACE;
      int nameLength = number(table, place + Integer.BYTES);
      if (nameLength == 0) {
        return null;
      }
      if (number(table, place) == hash && nameLength == name.length()) {
        int at = number(table, place + 2 * Integer.BYTES);
        byte[] found = readAt(at, nameLength, number(table, place + 3 * Integer.BYTES), name);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private byte @Nullable [] readAt(int at, int nameLength, int length, String name) {
    try (InputStream in = contents()) {
      in.skipNBytes(at);
      byte[] both = in.readNBytes(nameLength + length);
      boolean isIt =
          both.length == nameLength + length
              && new String(both, 0, nameLength, StandardCharsets.ISO_8859_1).equals(name);
      return isIt ? Arrays.copyOfRange(both, nameLength, both.length) : null;
    } catch (IOException e) {
      return null;
    }
  }

  private InputStream contents() throws IOException {
    if (entry.getMethod() == ZipEntry.STORED) {
      return jar.getInputStream(entry);
    }
    byte[] all = inflated.get();
    if (all == null) {
      try (InputStream in = jar.getInputStream(entry)) {
        all = in.readAllBytes();
      } catch (OutOfMemoryError e) {
        return jar.getInputStream(entry); // slow, but needs no memory
      }
      inflated = new SoftReference<>(all);
    }
    return new ByteArrayInputStream(all);
  }

  private static int number(byte[] from, int at) {
    return from.length < at + Integer.BYTES
        ? 0
        : (from[at] & 0xFF) << 24
            | (from[at + 1] & 0xFF) << 16
            | (from[at + 2] & 0xFF) << 8
            | (from[at + 3] & 0xFF);
  }
}
