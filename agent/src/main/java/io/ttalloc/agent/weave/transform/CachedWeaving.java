package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.weave.check.CloseCheck;
import io.ttalloc.agent.weave.classes.ByLoader;
import io.ttalloc.agent.weave.classes.ClassFiles;
import io.ttalloc.agent.weave.classes.Loaders;
import io.ttalloc.agent.weave.match.ProgramImage;
import io.ttalloc.cache.ByteReader;
import io.ttalloc.cache.ByteWriter;
import io.ttalloc.cache.CachedClass;
import io.ttalloc.cache.ClassCache;
import io.ttalloc.cache.ContentHash;
import io.ttalloc.cache.DamagedException;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.rules.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of weaving in earlier processes, so that most classes need not be woven again.
 *
 * <p>A result is valid for the same class file, woven by the same rules in the same way, if all
 * other class files that were read for it are the same, too. JDK classes stay the same as long as
 * the JDK stays the same, and the keys of the caches identify the JDK. A result is kept only if
 * weaving had nothing to report. Thread-safe.
 */
public final class CachedWeaving {
  /** A cache that keeps nothing. */
  public static final CachedWeaving NONE = new CachedWeaving(null, "", "");

  /** The name of the image among the cached classes; no class has this name. */
  private static final String IMAGE = "";

  private final @Nullable Path directory;
  private final String keyOfJdk;
  private final String keyOfProgram;

  /**
   * The cache for JDK classes, which all programs share. Guarded by this, like {@link #ofProgram}.
   */
  private @Nullable ClassCache ofJdk;

  /** The cache for all other classes. */
  private @Nullable ClassCache ofProgram;

  /** The image of the program; null before it is read, or if there is none. Guarded by this. */
  private @Nullable ProgramImage program;

  private boolean programRead;

  private final Map<String, String> wovenOfJdk = new ConcurrentHashMap<>();

  /** Hashes of the class files that were read, by class name. */
  private final ByLoader<Map<String, Long>> hashes = new ByLoader<>();

  private CachedWeaving(@Nullable Path directory, String keyOfJdk, String keyOfProgram) {
    this.directory = directory;
    this.keyOfJdk = keyOfJdk;
    this.keyOfProgram = keyOfProgram;
  }

  /** Returns the results in a directory; the keys are those for {@link ClassCache#open}. */
  public static CachedWeaving in(Path directory, String keyOfJdk, String keyOfProgram) {
    return new CachedWeaving(directory, keyOfJdk, keyOfProgram);
  }

  /**
   * A class that may be in a cache, or may be added to it.
   *
   * @param rules the rules by which it is woven
   * @param way the way in which it is woven
   */
  @SuppressWarnings("ArrayRecordComponent")
  public // as the transformer gets it; never compared
  record Sought(
      ClassCache cache,
      @Nullable ClassLoader loader,
      String name,
      byte[] classFile,
      long hash,
      String rules,
      Way way) {
    String variant() {
      return way.text().concat(rules);
    }

    /** The hash of the class file of a loaded class; 0 if the class is not loaded. */
    long hashOfLoaded() {
      return way.loaded() ? ContentHash.ofLoaded(classFile) : 0;
    }
  }

  /**
   * The result of weaving a class in an earlier process.
   *
   * @param names the classes that the woven code names and that the loader must find
   */
  public record Found(WovenClass woven, List<String> names) {
    /** Passes the facts to the probe, and returns the class file. */
    public byte[] applyTo(Sought sought, ProbeRules rules) {
      byte[] file = woven.applyTo(rules);
      AgentLog.of("weave").info("{} was woven by an earlier process", sought.name());
      WovenNames.find(sought.loader(), names);
      return file;
    }
  }

  /**
   * Describes a class to look up; null if there is no cache for it.
   *
   * @param rules the rules that match it
   */
  public @Nullable Sought sought(
      @Nullable ClassLoader loader, String name, byte[] classFile, List<Rule> rules, Way way) {
    if (directory == null) {
      return null;
    }
    StringBuilder by = new StringBuilder();
    for (Rule rule : rules) {
      by.append(' ').append(rule.position()).append(' ').append(rule.classes());
    }
    return sought(loader, name, classFile, by.toString(), way);
  }

  /**
   * The conditions under which a class is woven, apart from the class itself.
   *
   * @param rules a hash of all rules
   * @param loaded whether it is already loaded
   * @param reshape whether members may be added to it
   * @param prefixesNatives whether native methods get a prefix
   */
  public record Way(long rules, boolean loaded, boolean reshape, boolean prefixesNatives) {
    String text() {
      return Long.toHexString(rules)
          .concat(loaded ? "l" : "-")
          .concat(reshape ? "r" : "-")
          .concat(prefixesNatives ? "p" : "-");
    }
  }

  /**
   * Describes a class to look up, with the rules that match it as text; null if there is no cache
   * for it.
   *
   * @param rules in the form that {@link #wovenOfJdk} returns
   */
  public @Nullable Sought sought(
      @Nullable ClassLoader loader, String name, byte[] classFile, String rules, Way way) {
    ClassCache cache = cacheOf(isOfJdk(loader, name));
    return cache == null
        ? null
        : new Sought(cache, loader, name, classFile, ContentHash.of(classFile), rules, way);
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
    return Loaders.isOfJdk(loader) && !Loaders.isOfAnotherAgent(loader, name);
  }

  /** The result for a class; null if there is none. */
  public @Nullable Found find(Sought sought) {
    ClassCache cache = sought.cache();
    String variant = sought.variant();
    Found found = upToDate(cache.find(sought.name(), sought.hash(), variant), sought);
    return found != null || !sought.way().loaded()
        ? found
        : upToDate(cache.findLoaded(sought.name(), sought.hashOfLoaded(), variant), sought);
  }

  private @Nullable Found upToDate(List<CachedClass> known, Sought sought) {
    for (CachedClass each : known) {
      if (isUpToDate(each, sought.loader())) {
        byte[] result = sought.cache().read(each);
        if (result != null) {
          noteOfJdk(sought);
          return found(result);
        }
      }
    }
    return null;
  }

  private void noteOfJdk(Sought sought) {
    if (isOfJdk(sought.loader(), sought.name())) {
      wovenOfJdk.put(sought.name(), sought.rules());
    }
  }

  /**
   * The rules by which JDK classes were woven in this process, by the internal names of the
   * classes.
   */
  public Map<String, String> wovenOfJdk() {
    return wovenOfJdk;
  }

  /** The facts about rules that an earlier process has found; null if there are none. */
  public @Nullable StartImage startImage() {
    ClassCache cache = cacheOf(true);
    byte[] read = cache == null ? null : cache.read(IMAGE);
    try {
      return read == null ? null : StartImage.of(read);
    } catch (DamagedException e) {
      return null;
    }
  }

  /** Saves the image with which a later process may start. */
  public void keep(StartImage image) {
    keep(image.toByteArray(), cacheOf(true));
  }

  private static void keep(byte[] image, @Nullable ClassCache cache) {
    if (cache != null && !Arrays.equals(image, cache.read(IMAGE))) {
      cache.replace(IMAGE, image);
    }
  }

  /**
   * The results of earlier processes for the classes of the program; null if there are none, or if
   * they may no longer be valid.
   *
   * @param rules a hash of all rules
   */
  public synchronized @Nullable ProgramImage programImage(long rules) {
    if (!programRead) {
      programRead = true;
      ClassCache cache = cacheOf(false);
      byte[] read = cache == null ? null : cache.read(IMAGE);
      try {
        program = read == null ? null : ProgramImage.of(read, rules);
      } catch (DamagedException e) {
        program = null;
      }
    }
    return program;
  }

  /** Saves the image for later processes. */
  public void keep(ProgramImage image) {
    keep(image.toByteArray(), cacheOf(false));
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
   * Adds a result. Must be called before its placeholders are filled.
   *
   * @param ancestors the supertypes of the class
   * @param closes the closes of the class that go unseen
   */
  public void add(
      Sought sought, WovenClass woven, Set<String> ancestors, List<CloseCheck.Found> closes) {
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
    noteOfJdk(sought);
    CachedClass about =
        CachedClass.of(
            sought.name(),
            sought.hash(),
            sought.hashOfLoaded(),
            sought.variant(),
            read,
            hashesOfRead);
    cache.add(about, out.toByteArray());
  }

  private static void add(String name, Sought sought, List<String> read) {
    // Outside of java/, a program may have classes with the same names as JDK classes.
    if (!name.startsWith("java/") && !name.equals(sought.name()) && !read.contains(name)) {
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

  /** Writes the new results to disk. */
  public void save() {
    @Nullable ClassCache[] opened;
    synchronized (this) {
      opened = new ClassCache[] {ofJdk, ofProgram};
    }
    for (ClassCache each : opened) {
      if (each != null) {
        each.save();
      }
    }
  }
}
