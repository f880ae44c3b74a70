package io.ttalloc.agent.weave;

import java.util.HashSet;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The classes to which fields and methods may be added, because they are woven since they were
 * loaded. When one of them is transformed again it must get the same members; a class that was
 * loaded before the agent may get none. Holds loaders weakly. Thread-safe.
 */
final class ReshapedClasses {
  private final WeakHashMap<ClassLoader, Set<String>> byLoader = new WeakHashMap<>();
  private final Set<String> inBoot = new HashSet<>();

  /** Adds a class that was woven while it was loaded, by its internal name. */
  synchronized void add(@Nullable ClassLoader loader, String name) {
    Set<String> names = loader == null ? inBoot : byLoader.get(loader);
    if (names == null) {
      names = new HashSet<>();
      byLoader.put(loader, names);
    }
    names.add(name);
  }

  synchronized boolean contains(@Nullable ClassLoader loader, String name) {
    Set<String> names = loader == null ? inBoot : byLoader.get(loader);
    return names != null && names.contains(name);
  }
}
