package io.ttalloc.points;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Records which thread accesses which memory location, to find the sites where the order of threads
 * matters. At these sites, several threads access the same location, and at least one of the
 * threads writes to it. Used by one thread at a time.
 */
final class Accesses {
  /** An element of an object, compared by identity. */
  private static final class Place {
    private final Object target;
    private final int element;

    Place(Object target, int element) {
      this.target = target;
      this.element = element;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Place that && target == that.target && element == that.element;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(target) * 31 + element;
    }
  }

  private static final class Users {
    int readers;
    int writers;
    final BitSet sites = new BitSet();
  }

  private final Map<Place, Users> places = new HashMap<>();
  private final BitSet contested = new BitSet();

  /** Forgets the locations, which are new objects in each execution, but keeps the sites. */
  void begin() {
    places.clear();
  }

  void note(Object target, int element, int thread, int site, boolean writes) {
    Users users = places.computeIfAbsent(new Place(target, element), place -> new Users());
    if (writes) {
      users.writers |= 1 << thread;
    } else {
      users.readers |= 1 << thread;
    }
    users.sites.set(site);
  }

  /**
   * Adds the sites at which threads contended; returns false if all of these sites were already
   * known.
   */
  boolean learn() {
    int before = contested.cardinality();
    for (Users users : places.values()) {
      if (users.writers != 0 && Integer.bitCount(users.writers | users.readers) > 1) {
        contested.or(users.sites);
      }
    }
    return contested.cardinality() > before;
  }

  boolean isContested(int site) {
    return contested.get(site);
  }
}
