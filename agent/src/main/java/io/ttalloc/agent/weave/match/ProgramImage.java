package io.ttalloc.agent.weave.match;

import io.ttalloc.agent.weave.classes.Loaders;
import io.ttalloc.cache.ByteReader;
import io.ttalloc.cache.ByteWriter;
import io.ttalloc.cache.NameTable;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * The classes on the class path that earlier processes have loaded and that no rule concerns: no
 * rule applies to such a class or, through the class, to its subtypes. The supertypes of these
 * classes need not be looked up. Otherwise, looking up a supertype takes as long as loading it,
 * since supertypes are not yet loaded when a class is passed to the transformer.
 *
 * <p>As in the JDK's own archive of classes, a jar is considered unchanged as long as its size and
 * its modification time are the same. A class is included only if it and all its supertypes come
 * from such jars or the JDK, and if no folder on the class path contains a folder for one of their
 * packages, so that no other class file can take precedence.
 *
 * <p>Immutable, apart from a count.
 */
public final class ProgramImage {
  /** The maximum number of classes; further ones are not kept. */
  private static final int MAX_CLASSES = 1 << 14;

  /** The minimum number of new classes for which a new image is built. */
  private static final int MANY = 64;

  private static final String FOLDER = "folder";
  private static final ClassLoader APP = ClassLoader.getSystemClassLoader();

  private final long rules;

  /**
   * The properties of class path entries that must not change, including entries from manifests.
   */
  private final Map<String, String> entries;

  /** The folders of the packages of all classes, with slashes. */
  private final List<String> packages;

  private final NameTable classes;
  private final int count;

  /** The approximate number of look-ups of classes that this image does not contain. */
  private volatile int unknown;

  private ProgramImage(
      long rules,
      Map<String, String> entries,
      List<String> packages,
      NameTable classes,
      int count) {
    this.rules = rules;
    this.entries = entries;
    this.packages = packages;
    this.classes = classes;
    this.count = count;
  }

  /**
   * Whether no rule applies to a class or, through the class, to its subtypes.
   *
   * @param name the internal name
   */
  public boolean leavesHeirsAlone(@Nullable ClassLoader loader, String name) {
    return loader == APP && classes.contains(name);
  }

  /**
   * Like {@link #leavesHeirsAlone}, but for a class that is being loaded; also increments the count
   * of unknown classes if this image does not contain the class.
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // it need not be exact
  public boolean isUnconcerned(@Nullable ClassLoader loader, String name) {
    boolean known = leavesHeirsAlone(loader, name);
    if (!known && loader == APP) {
      unknown++;
    }
    return known;
  }

  /**
   * Whether this image may be the reason why a loaded class did not get the rules that match it:
   * the image contains the class or one of its supertypes, which rules now concern.
   */
  boolean mayBeWrongAbout(Class<?> type) {
    boolean wrong = leavesHeirsAlone(type.getClassLoader(), type.getName().replace('.', '/'));
    Class<?> superClass = type.getSuperclass();
    wrong |= superClass != null && mayBeWrongAbout(superClass);
    for (Class<?> superInterface : type.getInterfaces()) {
      wrong |= mayBeWrongAbout(superInterface);
    }
    return wrong;
  }

  public byte[] toByteArray() {
    ByteWriter out = new ByteWriter();
    out.writeLong(rules);
    out.writeTexts(List.copyOf(entries.keySet()));
    out.writeTexts(List.copyOf(entries.values()));
    out.writeTexts(packages);
    out.writeInt(count);
    classes.writeTo(out);
    return out.toByteArray();
  }

  /**
   * Reads an image that {@link #toByteArray} has written; null if it is for other rules or another
   * class path.
   *
   * @param hashOfRules a hash of all rules, in their order
   */
  public static @Nullable ProgramImage of(byte[] bytes, long hashOfRules) {
    ByteReader in = new ByteReader(bytes);
    long rules = in.readLong();
    List<String> paths = in.readTexts();
    List<String> stamps = in.readTexts();
    List<String> packages = in.readTexts();
    int count = in.readInt();
    NameTable classes = NameTable.read(in);
    if (rules != hashOfRules || paths.size() != stamps.size()) {
      return null;
    }
    Map<String, String> entries = new TreeMap<>();
    for (int i = 0; i < paths.size(); i++) {
      if (!stamps.get(i).equals(stamp(new File(paths.get(i))))) {
        return null;
      }
      entries.put(paths.get(i), stamps.get(i));
    }
    for (File folder : folders(entries)) {
      for (String each : packages) {
        if (new File(folder, each).exists()) {
          return null;
        }
      }
    }
    return new ProgramImage(rules, entries, packages, classes, count);
  }

  private static List<File> folders(Map<String, String> entries) {
    List<File> folders = new ArrayList<>();
    for (Map.Entry<String, String> each : entries.entrySet()) {
      if (each.getValue().equals(FOLDER)) {
        folders.add(new File(each.getKey()));
      }
    }
    return folders;
  }

  private static String[] classPath() {
    String path = System.getProperty("java.class.path", "");
    List<String> entries = new ArrayList<>();
    int from = 0;
    while (from <= path.length()) {
      int end = path.indexOf(File.pathSeparatorChar, from);
      end = end < 0 ? path.length() : end;
      entries.add(from == end ? "." : path.substring(from, end)); // as the JDK does
      from = end + 1;
    }
    return entries.toArray(new String[0]);
  }

  /** The properties of a class path entry that must not change. The entry need not exist. */
  private static String stamp(File entry) {
    if (entry.isDirectory()) {
      return FOLDER;
    }
    return entry.isFile() ? entry.length() + " " + entry.lastModified() : "nothing";
  }

  /**
   * Collects an image from the classes that a process has loaded. Must be created before these
   * classes are loaded, since a jar may be replaced later. Not thread-safe.
   */
  public static final class Builder {
    private final RuleIndex rules;
    private final @Nullable ProgramImage before;
    private final Map<String, String> entries;
    private List<File> folders = List.of();
    private final Map<String, Boolean> inFolders = new TreeMap<>();
    private @Nullable Set<String> canonical;
    private final IdentityHashMap<ProtectionDomain, Boolean> fromJars = new IdentityHashMap<>();
    private final IdentityHashMap<Class<?>, Boolean> unconcerned = new IdentityHashMap<>();

    /**
     * @param before the image of earlier processes; null if there is none
     */
    public Builder(RuleIndex rules, @Nullable ProgramImage before) {
      this.rules = rules;
      this.before = before;
      entries = before == null ? new TreeMap<>() : before.entries;
      if (before == null) {
        for (String each : classPath()) {
          entries.put(each, stamp(new File(each)));
        }
      }
    }

    /**
     * The image of all classes that are known now; null if too few of them are new, or if the
     * entries that manifests add to the class path are unknown.
     */
    public @Nullable ProgramImage build(Class<?>[] loaded) {
      if (before != null && before.unknown < Math.max(MANY, before.count / 8)) {
        return null;
      }
      NameTable.Builder classes = new NameTable.Builder();
      TreeSet<String> packages = new TreeSet<>();
      int count = 0;
      if (before != null) {
        classes.addAll(before.classes);
        packages.addAll(before.packages);
        count = before.count;
      }
      if (before == null && !addFromManifests()) {
        return null;
      }
      folders = folders(entries);
      int known = count;
      for (Class<?> each : loaded) {
        String name = newName(each);
        if (name != null && count < MAX_CLASSES) {
          classes.add(name, false);
          boolean unused = packages.add(packageOf(name));
          count++;
        }
      }
      return count < known + MANY
          ? null
          : new ProgramImage(rules.hash(), entries, List.copyOf(packages), classes.build(), count);
    }

    /**
     * Adds the entries that the manifests of jars add to the class path; false if these are
     * unknown.
     */
    private boolean addFromManifests() {
      Deque<String> open = new ArrayDeque<>(entries.keySet());
      try {
        while (!open.isEmpty()) {
          File file = new File(open.remove()).getAbsoluteFile();
          for (String each : file.isFile() ? manifestPath(file) : List.<String>of()) {
            File named = new File(file.toURI().resolve(each));
            if (entries.putIfAbsent(named.getPath(), stamp(named)) == null) {
              open.add(named.getPath());
            }
          }
        }
        return true;
      } catch (IOException | IllegalArgumentException e) {
        return false; // Not a jar, or a location that is not a file.
      }
    }

    private static List<String> manifestPath(File jar) throws IOException {
      try (JarFile file = new JarFile(jar)) {
        Manifest manifest = file.getManifest();
        String path =
            manifest == null
                ? null
                : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        return path == null || path.isBlank() ? List.of() : List.of(path.strip().split(" +"));
      }
    }

    /** The internal name of a class that should be added; null for any other class. */
    private @Nullable String newName(Class<?> type) {
      if (type.getClassLoader() != APP || type.isArray() || type.isHidden()) {
        return null;
      }
      String name = type.getName().replace('.', '/');
      boolean known = before != null && before.classes.contains(name);
      return !known && isUnconcerned(type) ? name : null;
    }

    private boolean isUnconcerned(Class<?> type) {
      Boolean known = unconcerned.get(type);
      if (known == null) {
        String name = type.getName().replace('.', '/');
        known =
            rules.named(name).isEmpty()
                && (Loaders.isOrdinaryOfJdk(type) || isAlwaysTheSame(type, name));
        Class<?> superClass = type.getSuperclass();
        known &= superClass == null || superClass == Object.class || isUnconcerned(superClass);
        for (Class<?> superInterface : type.getInterfaces()) {
          known &= isUnconcerned(superInterface);
        }
        unconcerned.put(type, known);
      }
      return known;
    }

    private boolean isAlwaysTheSame(Class<?> type, String name) {
      String inPackage = packageOf(name);
      return type.getClassLoader() == APP
          && !inPackage.isEmpty()
          && isFromJar(type.getProtectionDomain())
          && !isInFolder(inPackage);
    }

    private boolean isFromJar(ProtectionDomain domain) {
      Boolean known = fromJars.get(domain);
      if (known == null) {
        CodeSource source = domain.getCodeSource();
        URL location = source == null ? null : source.getLocation();
        known =
            location != null
                && location.getProtocol().equals("file")
                && canonicalPaths().contains(location.getPath());
        fromJars.put(domain, known);
      }
      return known;
    }

    /** The paths of the entries as they appear in the locations that the loader provides. */
    private Set<String> canonicalPaths() {
      Set<String> known = canonical;
      if (known == null) {
        known = new HashSet<>();
        for (String each : entries.keySet()) {
          try {
            known.add(new File(each).getCanonicalPath());
          } catch (IOException e) {
            // No class comes from an entry whose path cannot be resolved.
          }
        }
        canonical = known;
      }
      return known;
    }

    private boolean isInFolder(String inPackage) {
      Boolean known = inFolders.get(inPackage);
      if (known == null) {
        known = false;
        for (File folder : folders) {
          known |= new File(folder, inPackage).exists();
        }
        inFolders.put(inPackage, known);
      }
      return known;
    }

    private static String packageOf(String name) {
      return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }
  }
}
