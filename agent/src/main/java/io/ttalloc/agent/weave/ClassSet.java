package io.ttalloc.agent.weave;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A set of classes, by their loaders and internal names. Holds loaders weakly. Thread-safe. */
final class ClassSet {
  private final ByLoader<Set<String>> byLoader = new ByLoader<>();

  /** Adds a class; false if it is there already. */
  synchronized boolean add(@Nullable ClassLoader loader, String name) {
    Set<String> names = byLoader.get(loader);
    if (names == null) {
      names = new HashSet<>();
      byLoader.put(loader, names);
    }
    return names.add(name);
  }

  synchronized boolean contains(@Nullable ClassLoader loader, String name) {
    Set<String> names = byLoader.get(loader);
    return names != null && names.contains(name);
  }
}
