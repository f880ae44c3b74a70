package io.ttalloc.agent.weave.match;

import io.ttalloc.agent.weave.classes.AnyVersion;
import io.ttalloc.agent.weave.classes.ByLoader;
import io.ttalloc.agent.weave.classes.ClassFiles;
import io.ttalloc.agent.weave.classes.ClassHeader;
import io.ttalloc.agent.weave.classes.LoadedClasses;
import io.ttalloc.rules.Rule;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * The supertypes of classes, and the rules that classes inherit from them. No class is loaded.
 *
 * <p>When a class is passed to the transformer, the JVM has not looked up its supertypes yet. If a
 * supertype has already been loaded for another class, its own supertypes are obtained from the
 * JVM. Otherwise its class file is read, as the loader is about to do. Most classes share a few
 * hundred supertypes, so each is looked up once per loader, and the rules that its subtypes inherit
 * are stored with it. Nearly all supertypes have no such rules, so one look-up in a hash table for
 * each declared supertype shows that no rule applies to a class.
 *
 * <p>A type that was not found is not looked up again for a while: if a library is missing, each
 * class that needs it would make the loader search all its jars once more. A class whose supertype
 * is missing cannot be loaded. If such a class is loaded later, its supertype has been loaded too.
 * Therefore the supertype is looked up among the loaded classes each time.
 *
 * <p>Holds loaders weakly, and no classes. Thread-safe.
 */
public final class SuperTypes {
  /** The maximum number of types of a hierarchy that are visited. */
  private static final int MAX_TYPES = 1000;

  /** The maximum length of a chain of loaded classes that is followed. */
  private static final int MAX_DEPTH = 200;

  /** The maximum number of types cached for one loader; further types are looked up each time. */
  private static final int MAX_KEPT = 1 << 14;

  static final long MISSING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final String OBJECT = "java/lang/Object";
  private static final String[] NONE = {};

  /** Types that are the same for all loaders, by name. */
  private static final ConcurrentHashMap<String, SuperType> SAME_FOR_ALL =
      new ConcurrentHashMap<>();

  private static final ByLoader<ConcurrentHashMap<String, SuperType>> BY_LOADER = new ByLoader<>();

  private SuperTypes() {}

  /** A supertype of classes, as seen by one loader. Refers to no class and no loader. */
  private static final class SuperType {
    final String name;

    /** The names of its direct supertypes; none if these are in {@link #types} or unknown. */
    final String[] names;

    /** Its direct supertypes, if it is a loaded class. */
    final SuperType @Nullable [] types;

    /**
     * The time of a look-up that did not find the type, by {@link System#nanoTime}; null if it was
     * found.
     */
    final @Nullable Long missingSince;

    volatile @Nullable Inherited inherited;

    private SuperType(
        String name, String[] names, SuperType @Nullable [] types, @Nullable Long missingSince) {
      this.name = name;
      this.names = names;
      this.types = types;
      this.missingSince = missingSince;
    }

    boolean isMissing() {
      return missingSince != null;
    }
  }

  /**
   * The rules that the subtypes of a type inherit.
   *
   * @param from all rules
   * @param missing whether some supertypes of the type were not found
   */
  private record Inherited(RuleIndex from, List<Rule> rules, boolean missing) {}

  /**
   * Whether a class inherits no rule, as far as that is known.
   *
   * @param declared its direct supertypes
   * @param program what is known without a look-up; null if nothing is known
   * @return false also if supertypes have to be looked up
   */
  static boolean inheritsNothing(
      @Nullable ClassLoader loader,
      ClassHeader declared,
      RuleIndex rules,
      @Nullable ProgramImage program) {
    for (String name : declared.superTypes()) {
      boolean passesOn = program == null || !program.leavesHeirsAlone(loader, name);
      if (passesOn && !name.equals(OBJECT)) {
        ConcurrentHashMap<String, SuperType> table = table(loader, name);
        SuperType type = table == null ? null : table.get(name);
        Inherited known = type == null ? null : type.inherited;
        if (known == null || known.from != rules || known.missing || !known.rules.isEmpty()) {
          return false;
        }
      }
    }
    return true;
  }

  /** The rules that a class inherits, those of the nearest supertypes last. */
  static Set<Rule> inherited(@Nullable ClassLoader loader, ClassHeader declared, RuleIndex rules) {
    boolean any = false;
    for (String name : declared.superTypes()) {
      any |= !name.equals(OBJECT) && !inheritedFrom(loader, name, rules).isEmpty();
    }
    Set<Rule> all = new LinkedHashSet<>();
    if (any) {
      List<String> ancestors = new ArrayList<>(of(loader, declared, System.nanoTime()));
      for (int i = ancestors.size() - 1; i >= 0; i--) {
        List<Rule> found = rules.inheritedFrom(ancestors.get(i));
        // A rule for a package may apply to several supertypes.
        all.removeAll(found);
        all.addAll(found);
      }
    }
    return all;
  }

  private static List<Rule> inheritedFrom(
      @Nullable ClassLoader loader, String name, RuleIndex rules) {
    long now = System.nanoTime();
    SuperType type = find(loader, name, now);
    Inherited known = type.inherited;
    if (known != null && known.from == rules && !known.missing) {
      return known.rules;
    }
    if (known != null && known.missing) {
      // A supertype was missing, but if the type is loaded now, so are all of its supertypes.
      SuperType loaded = loaded(loader, name);
      type = loaded == null ? type : loaded;
    }
    Search search = new Search(loader, now);
    search.visit(type);
    search.run();
    Set<Rule> inherited = new LinkedHashSet<>();
    for (String each : search.found) {
      inherited.addAll(rules.inheritedFrom(each));
    }
    List<Rule> all = List.copyOf(inherited);
    type.inherited = new Inherited(rules, all, search.missing);
    return all;
  }

  /** The internal names of all supertypes of a class that are found, the nearest first. */
  public static Set<String> of(@Nullable ClassLoader loader, ClassReader type) {
    return of(loader, ClassHeader.of(type), System.nanoTime());
  }

  /**
   * The internal names of all supertypes that are found for a class with this header, the nearest
   * first.
   *
   * @param now the current value of {@code System.nanoTime}
   */
  static Set<String> of(@Nullable ClassLoader loader, ClassHeader declared, long now) {
    Search search = new Search(loader, now);
    for (String name : declared.superTypes()) {
      search.visit(name);
    }
    search.run();
    return search.found;
  }

  /** Visits the supertypes of a class, the nearest first. */
  private static final class Search {
    final Set<String> found = new LinkedHashSet<>();
    boolean missing;
    private final @Nullable ClassLoader loader;
    private final long now;
    private final List<SuperType> open = new ArrayList<>();

    Search(@Nullable ClassLoader loader, long now) {
      this.loader = loader;
      this.now = now;
    }

    void visit(String name) {
      if (!name.equals(OBJECT) && found.add(name)) {
        open.add(find(loader, name, now));
      }
    }

    void visit(SuperType type) {
      if (found.add(type.name)) {
        open.add(type);
      }
    }

    void run() {
      for (int i = 0; i < open.size() && found.size() < MAX_TYPES; i++) {
        SuperType next = open.get(i);
        missing |= next.isMissing();
        if (next.types != null) {
          for (SuperType type : next.types) {
            visit(type);
          }
        } else {
          for (String name : next.names) {
            visit(name);
          }
        }
      }
    }
  }

  /** The type that a loader sees under a name. */
  private static SuperType find(@Nullable ClassLoader loader, String name, long now) {
    ConcurrentHashMap<String, SuperType> table = table(loader, name);
    SuperType known = table == null ? null : table.get(name);
    if (known != null && known.missingSince == null) {
      return known;
    }
    SuperType loaded = loaded(loader, name);
    if (loaded != null) {
      return loaded;
    }
    if (known != null && known.missingSince != null && now - known.missingSince < MISSING_NANOS) {
      return known;
    }
    return keep(loader, ofFile(loader, name, now));
  }

  private static SuperType ofFile(@Nullable ClassLoader loader, String name, long now) {
    // No lock is held here, since this runs code of the loader.
    ClassHeader header = ClassFiles.readHeader(loader, name);
    if (header != null) {
      return new SuperType(name, header.superTypes(), null, null);
    }
    return new SuperType(name, NONE, null, now);
  }

  /** The loaded class with this name; null if there is none, or if this is unknown. */
  private static @Nullable SuperType loaded(@Nullable ClassLoader loader, String name) {
    Class<?> loaded =
        loader == null || isSameForAll(loader, name) ? null : LoadedClasses.find(loader, name);
    return loaded == null ? null : keep(loader, ofLoaded(loaded, 0));
  }

  private static SuperType ofLoaded(Class<?> loaded, int depth) {
    ClassLoader loader = loaded.getClassLoader();
    String name = loaded.getName().replace('.', '/');
    ConcurrentHashMap<String, SuperType> table = table(loader, name);
    SuperType known = table == null ? null : table.get(name);
    if (known != null && known.types != null) {
      return known;
    }
    List<SuperType> types = new ArrayList<>();
    if (depth < MAX_DEPTH) {
      Class<?> superClass = loaded.getSuperclass();
      if (superClass != null && superClass != Object.class) {
        types.add(ofLoaded(superClass, depth + 1));
      }
      for (Class<?> each : loaded.getInterfaces()) {
        types.add(ofLoaded(each, depth + 1));
      }
    }
    return keep(loader, new SuperType(name, NONE, types.toArray(new SuperType[0]), null));
  }

  private static SuperType keep(@Nullable ClassLoader loader, SuperType type) {
    ConcurrentHashMap<String, SuperType> table = table(loader, type.name);
    if (table == null) {
      table = BY_LOADER.putIfAbsent(loader, new ConcurrentHashMap<>());
    }
    if (table.size() < MAX_KEPT) {
      table.put(type.name, type);
    }
    return type;
  }

  private static @Nullable ConcurrentHashMap<String, SuperType> table(
      @Nullable ClassLoader loader, String name) {
    return isSameForAll(loader, name) ? SAME_FOR_ALL : BY_LOADER.get(loader);
  }

  private static boolean isSameForAll(@Nullable ClassLoader loader, String name) {
    return loader == null || name.startsWith("java/");
  }

  /** Reads the class file of a class as a loader sees it; null if it is not found. */
  public static @Nullable ClassReader read(@Nullable ClassLoader loader, String name) {
    byte[] classFile = ClassFiles.read(loader, name);
    try {
      return classFile == null ? null : AnyVersion.reader(classFile);
    } catch (RuntimeException e) {
      // Not a class file: the class is assumed to have no further supertypes.
      return null;
    }
  }
}
