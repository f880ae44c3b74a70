package io.ttalloc.agent.weave.classes;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A set of classes, by loader and internal name. Holds loaders weakly. Thread-safe. */
public final class ClassSet {
  private final ByLoader<Set<String>> byLoader = new ByLoader<>();

  /** Adds a class; false if it is already present. */
  public boolean add(@Nullable ClassLoader loader, String name) {
    Set<String> names = byLoader.get(loader);
    if (names == null) {
      names = byLoader.putIfAbsent(loader, ConcurrentHashMap.newKeySet());
    }
    return names.add(name);
  }

  public void remove(@Nullable ClassLoader loader, String name) {
    Set<String> names = byLoader.get(loader);
    if (names != null) {
      names.remove(name);
    }
  }

  public boolean contains(@Nullable ClassLoader loader, String name) {
    Set<String> names = byLoader.get(loader);
    return names != null && names.contains(name);
  }
}
