package io.ttalloc.agent.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * The super types of classes, from class files alone: no class is loaded. Most classes that a
 * program loads share a few hundred super types, so what a class file said is kept for each loader.
 * Holds loaders weakly. Thread-safe.
 */
final class SuperTypes {
  /** Deeper hierarchies than this are not followed. */
  private static final int MAX_TYPES = 1000;

  /** Kept for one loader; further class files are read each time. */
  private static final int MOST_KEPT = 1 << 14;

  /** Direct super types by the type's name, of types that no loader can have another of. */
  private static final Map<String, String[]> SAME_FOR_ALL = new HashMap<>();

  private static final ByLoader<Map<String, String[]>> BY_LOADER = new ByLoader<>();

  private static final String[] NOT_FOUND = {};

  private SuperTypes() {}

  /** Internal names of all super types whose class files are found. */
  static Set<String> of(@Nullable ClassLoader loader, ClassReader type) {
    Set<String> found = new LinkedHashSet<>();
    List<String> open = new ArrayList<>();
    visit(direct(type), found, open);
    for (int i = 0; i < open.size() && found.size() < MAX_TYPES; i++) {
      visit(direct(loader, open.get(i)), found, open);
    }
    return found;
  }

  private static void visit(String[] names, Set<String> found, List<String> open) {
    for (String name : names) {
      if (!name.equals("java/lang/Object") && found.add(name)) {
        open.add(name);
      }
    }
  }

  /** The super class first, then the interfaces. */
  private static String[] direct(ClassReader type) {
    String superClass = type.getSuperName();
    String[] interfaces = type.getInterfaces();
    if (superClass == null) {
      return interfaces;
    }
    String[] all = new String[interfaces.length + 1];
    all[0] = superClass;
    System.arraycopy(interfaces, 0, all, 1, interfaces.length);
    return all;
  }

  private static String[] direct(@Nullable ClassLoader loader, String name) {
    String[] kept = kept(loader, name);
    if (kept != null) {
      return kept;
    }
    // Not under the lock: it runs code of the loader.
    ClassReader reader = read(loader, name);
    if (reader == null) {
      // Not kept: a loader may have it later.
      return NOT_FOUND;
    }
    String[] read = direct(reader);
    keep(loader, name, read);
    return read;
  }

  private static String @Nullable [] kept(@Nullable ClassLoader loader, String name) {
    synchronized (SAME_FOR_ALL) {
      Map<String, String[]> names =
          isSameForAll(loader, name) ? SAME_FOR_ALL : BY_LOADER.get(loader);
      return names == null ? null : names.get(name);
    }
  }

  private static void keep(@Nullable ClassLoader loader, String name, String[] superTypes) {
    synchronized (SAME_FOR_ALL) {
      Map<String, String[]> names =
          isSameForAll(loader, name) ? SAME_FOR_ALL : BY_LOADER.get(loader);
      if (names == null) {
        names = new HashMap<>();
        BY_LOADER.put(loader, names);
      }
      if (names.size() < MOST_KEPT) {
        names.put(name, superTypes);
      }
    }
  }

  private static boolean isSameForAll(@Nullable ClassLoader loader, String name) {
    return loader == null || name.startsWith("java/");
  }

  /** Reads the class file of a class as a loader sees it; null if it is not found. */
  static @Nullable ClassReader read(@Nullable ClassLoader loader, String name) {
    byte[] classFile = ClassFiles.read(loader, name);
    try {
      return classFile == null ? null : AnyVersion.reader(classFile);
    } catch (RuntimeException e) {
      // Not a class file: the class is assumed to have no further super types.
      return null;
    }
  }
}
