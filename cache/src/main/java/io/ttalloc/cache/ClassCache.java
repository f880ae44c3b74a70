package io.ttalloc.cache;

import io.ttalloc.ledger.files.FileOwner;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file that stores the results of weaving classes. Thread-safe.
 *
 * <p>The file consists of
 *
 * <pre>
 *   8 bytes   magic and version of the format
 *   4 bytes   length of the table
 *   4 bytes   checksum of the table
 *   table     the key, the number of results, and a {@link CachedClass} for each
 *   results   one after another
 * </pre>
 *
 * <p>The file is used only if no other user can write it. It is never changed in place: a process
 * with new results writes another file and renames it, so no process reads an incomplete file. If
 * two processes replace the file at the same time, the additions of one are lost, and a later
 * process adds them again. A damaged file counts as missing; results that cannot be written are not
 * kept.
 */
public final class ClassCache {
  /** The maximum size of one file. Classes that no longer fit are woven again in each process. */
  public static final int MAX_BYTES = 16 << 20;

  /**
   * The maximum number of results for one class. Classes that the JDK generates, such as proxies,
   * have their methods in a different order in every process, and would fill the file.
   */
  static final int MAX_OF_CLASS = 8;

  private static final long MAGIC = 0x5454_574F_5645_4E01L; // TTWOVEN, version 1
  private static final int HEADER = Long.BYTES + 2 * Integer.BYTES;

  /** The minimum size of an entry in the table. */
  private static final int MIN_ENTRY = 32;

  private final Path file;
  private final String key;

  /** Entries by class name. Guarded by this object, like all following fields. */
  private final Map<String, List<CachedClass>> known = new HashMap<>();

  /** The results that are not in the file yet. */
  private final IdentityHashMap<CachedClass, byte[]> added = new IdentityHashMap<>();

  /** The results that were used in this process. */
  private final IdentityHashMap<CachedClass, Boolean> used = new IdentityHashMap<>();

  /** The total size of all results. */
  private int bytes;

  /** The file; null if there is no usable file. */
  private @Nullable RandomAccessFile open;

  /** The position of the first result in the open file. */
  private int start;

  private boolean full;

  private ClassCache(Path file, String key) {
    this.file = file;
    this.key = key;
  }

  /**
   * Opens the cache for a key. The cache is empty if there is no file, or if the file cannot be
   * used.
   *
   * @param directory must belong to the user of this process, and be writable only by that user
   * @param key a string that identifies everything that must be the same for all results in the
   *     file
   */
  public static ClassCache open(Path directory, String key) {
    ClassCache cache = new ClassCache(directory.resolve(CacheFiles.nameFor(key)), key);
    try {
      cache.read();
    } catch (IOException | RuntimeException e) {
      cache.forget();
    }
    return cache;
  }

  private synchronized void read() throws IOException {
    if (!isOwn()) {
      return;
    }
    RandomAccessFile opened = new RandomAccessFile(file.toFile(), "r");
    open = opened;
    long size = opened.length();
    byte[] header = new byte[HEADER];
    opened.readFully(header);
    ByteReader in = new ByteReader(header);
    if (in.readLong() != MAGIC) {
      throw new DamagedException();
    }
    int length = in.readInt();
    int crc = in.readInt();
    if (length < 0 || HEADER + (long) length > Math.min(size, MAX_BYTES)) {
      throw new DamagedException();
    }
    byte[] table = new byte[length];
    opened.readFully(table);
    if (ContentHash.crc(table, 0, length) != crc) {
      throw new DamagedException();
    }
    start = HEADER + length;
    readTable(new ByteReader(table), size - start);
    CacheFiles.noteUse(file);
  }

  private void readTable(ByteReader in, long available) {
    if (!in.readText().equals(key)) {
      throw new DamagedException();
    }
    int count = in.readCount(MIN_ENTRY);
    for (int i = 0; i < count; i++) {
      CachedClass entry = CachedClass.read(in);
      if (entry.at() < 0 || entry.length() < 0 || entry.at() + (long) entry.length() > available) {
        throw new DamagedException();
      }
      add(entry);
    }
  }

  /** Whether the file exists and cannot have been written by another user. */
  private boolean isOwn() throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    PosixFileAttributes attributes =
        Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    Path directory = file.getParent();
    return attributes.isRegularFile()
        && !attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
        && !attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)
        && directory != null
        && FileOwner.of(directory).owns(file);
  }

  private synchronized void forget() {
    known.clear();
    bytes = 0;
    close();
  }

  private void close() {
    RandomAccessFile opened = open;
    open = null;
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (IOException e) {
      // An error can be ignored, because the file was only read.
    }
  }

  private void add(CachedClass entry) {
    List<CachedClass> ofName = known.computeIfAbsent(entry.name(), key -> new ArrayList<>(1));
    if (ofName.size() == MAX_OF_CLASS) {
      CachedClass oldest = ofName.remove(0);
      bytes -= oldest.length();
      byte[] ignored = added.remove(oldest);
    }
    ofName.add(entry);
    bytes += entry.length();
  }

  /** The cached results for a class file. */
  public synchronized List<CachedClass> find(String name, long hash, String variant) {
    return find(name, hash, false, variant);
  }

  /**
   * The cached results for a class that is already loaded, whatever the order of its methods.
   *
   * @param hash the result of {@link ContentHash#ofLoaded}
   */
  public synchronized List<CachedClass> findLoaded(String name, long hash, String variant) {
    return find(name, hash, true, variant);
  }

  private List<CachedClass> find(String name, long hash, boolean loaded, String variant) {
    List<CachedClass> found = new ArrayList<>(1);
    for (CachedClass each : ofName(name)) {
      long known = loaded ? each.hashOfLoaded() : each.hash();
      if (known == hash && each.variant().equals(variant)) {
        found.add(each);
      }
    }
    return found;
  }

  private List<CachedClass> ofName(String name) {
    List<CachedClass> known = this.known.get(name);
    return known == null ? List.of() : known;
  }

  /** Returns the bytes of a result; null if they cannot be read or are damaged. */
  public synchronized byte @Nullable [] read(CachedClass entry) {
    byte[] result = added.get(entry);
    if (result == null) {
      result = readFile(entry);
    }
    if (result == null) {
      // Removes the unreadable result, so that the class is woven and added again.
      List<CachedClass> ofName = known.get(entry.name());
      if (ofName != null && ofName.remove(entry)) {
        bytes -= entry.length();
      }
    } else {
      used.put(entry, true);
    }
    return result;
  }

  private byte @Nullable [] readFile(CachedClass entry) {
    RandomAccessFile from = open;
    if (from == null) {
      return null;
    }
    byte[] result = new byte[entry.length()];
    try {
      from.seek(start + (long) entry.at());
      from.readFully(result);
    } catch (IOException e) {
      return null;
    }
    return ContentHash.crc(result, 0, result.length) == entry.crc() ? result : null;
  }

  /**
   * Adds a result if there is space for it.
   *
   * @param about the table entry, without the result's position, length and checksum
   */
  public synchronized void add(CachedClass about, byte[] result) {
    if (full || bytes + (long) result.length > MAX_BYTES) {
      return;
    }
    CachedClass entry = about.with(result.length, ContentHash.crc(result, 0, result.length));
    add(entry);
    added.put(entry, result);
    used.put(entry, true);
  }

  /** Adds a result that replaces all others with the same name. */
  public synchronized void replace(String name, byte[] result) {
    List<CachedClass> others = known.remove(name);
    if (others != null) {
      for (CachedClass each : others) {
        bytes -= each.length();
        byte[] ignored = added.remove(each);
      }
    }
    add(CachedClass.of(name, 0, 0, "", List.of(), new long[0]), result);
  }

  /** Returns the result that {@link #replace} added; null if there is none or it is damaged. */
  public synchronized byte @Nullable [] read(String name) {
    List<CachedClass> found = find(name, 0, "");
    return found.isEmpty() ? null : read(found.get(0));
  }

  /** Whether there is something that {@link #save} would write. */
  public synchronized boolean isChanged() {
    return !added.isEmpty() && !full;
  }

  /** Writes the file if there is anything to write. If writing fails, no more results are added. */
  public synchronized void save() {
    if (!isChanged()) {
      return;
    }
    try {
      write();
    } catch (IOException | RuntimeException e) {
      full = true;
      for (CachedClass each : added.keySet()) {
        known.remove(each.name());
      }
      added.clear();
    }
  }

  private void write() throws IOException {
    // Drops unused results of a large file, so that results for old library versions do not stay.
    boolean onlyUsed = bytes > MAX_BYTES / 2;
    List<CachedClass> moved = new ArrayList<>();
    ByteWriter results = new ByteWriter();
    for (List<CachedClass> ofName : known.values()) {
      for (CachedClass each : ofName) {
        byte[] result = added.get(each);
        if (result == null && !(onlyUsed && !used.containsKey(each))) {
          result = readFile(each);
        }
        if (result != null) {
          moved.add(each.movedTo(results.length()));
          results.writeRaw(result);
        }
      }
    }
    ByteWriter table = new ByteWriter();
    table.writeText(key);
    table.writeInt(moved.size());
    for (CachedClass each : moved) {
      each.writeTo(table);
    }
    byte[] asBytes = table.toByteArray();
    ByteWriter header = new ByteWriter();
    header.writeLong(MAGIC);
    header.writeInt(asBytes.length);
    header.writeInt(ContentHash.crc(asBytes, 0, asBytes.length));
    replace(header.toByteArray(), asBytes, results.toByteArray());
    known.clear();
    added.clear();
    used.clear();
    bytes = 0;
    start = HEADER + asBytes.length;
    for (CachedClass each : moved) {
      add(each);
      used.put(each, true);
    }
  }

  private void replace(byte[] header, byte[] table, byte[] results) throws IOException {
    Path fresh = CacheFiles.create(file);
    RandomAccessFile opened;
    try {
      try (OutputStream out = new FileOutputStream(fresh.toFile())) {
        out.write(header);
        out.write(table);
        out.write(results);
      }
      // Opens the file before renaming it, because another process may replace the renamed file.
      opened = new RandomAccessFile(fresh.toFile(), "r");
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      throw e;
    }
    close();
    open = opened;
    try {
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      throw e;
    }
    CacheFiles.prune(file);
  }
}
