package io.ttalloc.agent.weave;

import io.ttalloc.agent.cache.ByteReader;
import io.ttalloc.agent.cache.ByteWriter;
import io.ttalloc.agent.cache.CachedClass;
import io.ttalloc.agent.cache.ClassCache;
import io.ttalloc.agent.cache.ContentHash;
import io.ttalloc.agent.cache.DamagedException;
import io.ttalloc.agent.rules.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What came of weaving in earlier processes, so that most classes need not be woven again.
 *
 * <p>A result holds for the same class file, woven by the same rules in the same way, if all other
 * class files that were read for that are the same, too. What belongs to the JDK is the same as
 * long as the JDK is, which is a part of the key of the caches. Only what nothing had to be said
 * about is kept. Thread-safe.
 */
public final class CachedWeaving {
  /** Keeps nothing. */
  public static final CachedWeaving NONE = new CachedWeaving(null, "", "");

  private final @Nullable Path directory;
  private final String keyOfJdk;
  private final String keyOfProgram;

  /** For classes of the JDK, which all programs share. Guarded by this, as the other. */
  private @Nullable ClassCache ofJdk;

  /** For all other classes. */
  private @Nullable ClassCache ofProgram;

  /** Hashes of class files that were read, by the names of their classes. */
  private final ByLoader<Map<String, Long>> hashes = new ByLoader<>();

  private CachedWeaving(@Nullable Path directory, String keyOfJdk, String keyOfProgram) {
    this.directory = directory;
    this.keyOfJdk = keyOfJdk;
    this.keyOfProgram = keyOfProgram;
  }

  /** Keeps results in a directory; the keys are those of {@link ClassCache#open}. */
  public static CachedWeaving in(Path directory, String keyOfJdk, String keyOfProgram) {
    return new CachedWeaving(directory, keyOfJdk, keyOfProgram);
  }

  /**
   * A class that may be in a cache, or come into it.
   *
   * @param variant by which rules it is woven, and in which way
   */
  @SuppressWarnings("ArrayRecordComponent") // as the transformer gets it; never compared
  record Sought(
      ClassCache cache,
      @Nullable ClassLoader loader,
      String name,
      byte[] classFile,
      long hash,
      String variant) {}

  /**
   * A result.
   *
   * @param names of classes that the woven code names and the loader has to find
   */
  record Found(WovenClass woven, List<String> names) {}

  /**
   * Says what is sought for a class; null if there is no cache for it.
   *
   * @param rules those that match it
   * @param all a hash of all rules
   * @param reshape whether it may get members
   * @param prefixesNatives whether native methods get a prefix
   */
  @Nullable Sought sought(
      @Nullable ClassLoader loader,
      String name,
      byte[] classFile,
      List<Rule> rules,
      long all,
      boolean reshape,
      boolean prefixesNatives) {
    ClassCache cache = cacheOf(isOfJdk(loader, name));
    if (cache == null) {
      return null;
    }
    StringBuilder variant = new StringBuilder(Long.toHexString(all));
    variant.append(reshape ? 'r' : '-').append(prefixesNatives ? 'p' : '-');
    for (Rule rule : rules) {
      variant.append(' ').append(rule.position()).append(' ').append(rule.classes());
    }
    return new Sought(
        cache, loader, name, classFile, ContentHash.of(classFile), variant.toString());
  }

  private synchronized @Nullable ClassCache cacheOf(boolean jdk) {
    Path in = directory;
    if (in == null) {
      return null;
    }
    ClassCache known = jdk ? ofJdk : ofProgram;
    if (known == null) {
      known = ClassCache.open(in, jdk ? keyOfJdk : keyOfProgram);
      if (jdk) {
        ofJdk = known;
      } else {
        ofProgram = known;
      }
    }
    return known;
  }

  private static boolean isOfJdk(@Nullable ClassLoader loader, String name) {
    return ClassFiles.isOfJdk(loader) && !ClassFiles.isOfAnotherAgent(loader, name);
  }

  /** The result for a class; null if there is none. */
  @Nullable Found find(Sought sought) {
    for (CachedClass each : sought.cache().find(sought.name(), sought.hash(), sought.variant())) {
      if (isUpToDate(each, sought.loader())) {
        byte[] result = sought.cache().read(each);
        if (result != null) {
          return found(result);
        }
      }
    }
    return null;
  }

  private boolean isUpToDate(CachedClass cached, @Nullable ClassLoader loader) {
    List<String> read = cached.read();
    for (int i = 0; i < read.size(); i++) {
      if (hashOf(loader, read.get(i)) != cached.hashes()[i]) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Found found(byte[] result) {
    try {
      ByteReader in = new ByteReader(result);
      List<String> names = in.readTexts();
      byte[] facts = in.readBytes();
      int[] places = in.readInts();
      return new Found(new WovenClass(in.readBytes(), facts, places, List.of(), Set.of()), names);
    } catch (DamagedException e) {
      return null;
    }
  }

  /**
   * Keeps a result. To be called before its placeholders are filled.
   *
   * @param ancestors of the class
   * @param closes what goes unseen of its closes
   */
  void add(Sought sought, WovenClass woven, Set<String> ancestors, List<CloseCheck.Found> closes) {
    ClassCache cache = sought.cache();
    List<String> read = new ArrayList<>();
    if (!isOfJdk(sought.loader(), sought.name())) {
      for (String each : ancestors) {
        add(each, sought, read);
      }
      for (String each : woven.read()) {
        add(each, sought, read);
      }
    }
    long[] hashesOfRead = new long[read.size()];
    for (int i = 0; i < hashesOfRead.length; i++) {
      hashesOfRead[i] = hashOf(sought.loader(), read.get(i));
    }
    ByteWriter out = new ByteWriter();
    out.writeTexts(WovenNames.in(woven.file()));
    out.writeBytes(ProbeFacts.with(closes, woven.facts()));
    out.writeInts(woven.places());
    out.writeBytes(woven.file());
    cache.add(
        sought.name(), sought.hash(), sought.variant(), read, hashesOfRead, out.toByteArray());
  }

  private static void add(String name, Sought sought, List<String> read) {
    boolean ofJdk = name.startsWith("java/") || name.startsWith("jdk/") || name.startsWith("sun/");
    if (!ofJdk && !name.equals(sought.name()) && !read.contains(name)) {
      read.add(name);
    }
  }

  private long hashOf(@Nullable ClassLoader loader, String name) {
    Map<String, Long> ofLoader = hashes.get(loader);
    if (ofLoader == null) {
      ofLoader = hashes.putIfAbsent(loader, new ConcurrentHashMap<>());
    }
    Long known = ofLoader.get(name);
    if (known == null) {
      byte[] file = ClassFiles.read(loader, name);
      known = file == null ? 0 : ContentHash.of(file);
      ofLoader.put(name, known);
    }
    return known;
  }

  /** Writes what is new. */
  void save() {
    for (ClassCache each : opened()) {
      each.save();
    }
  }

  private synchronized List<ClassCache> opened() {
    List<ClassCache> opened = new ArrayList<>(2);
    if (ofJdk != null) {
      opened.add(ofJdk);
    }
    if (ofProgram != null) {
      opened.add(ofProgram);
    }
    return opened;
  }
}
