package io.ttalloc.agent;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.packs.KnownPack;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Packs that are to be added when a class is loaded by which they are known, and a quick way to see
 * whether a class is one: nearly all are none, and each class that is loaded is looked at.
 * Immutable.
 */
final class WaitingPacks {
  private final List<KnownPack> all;

  /** Internal names of classes. */
  private final Set<String> names = new HashSet<>();

  /** The other patterns, which are few. */
  private final List<ClassPattern> patterns = new ArrayList<>();

  WaitingPacks(List<KnownPack> all) {
    this.all = List.copyOf(all);
    for (KnownPack pack : all) {
      for (ClassPattern known : pack.knownBy()) {
        if (known.kind() == ClassPattern.Kind.CLASS) {
          boolean ignored = names.add(known.name().replace('.', '/'));
        } else {
          patterns.add(known);
        }
      }
    }
  }

  List<KnownPack> all() {
    return all;
  }

  /** Whether one of them is known by a class, by its internal name. */
  boolean areKnownBy(String className) {
    if (names.contains(className)) {
      return true;
    }
    for (ClassPattern pattern : patterns) {
      if (pattern.matches(className)) {
        return true;
      }
    }
    return false;
  }
}
