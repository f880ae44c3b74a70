package io.ttalloc.probe.rule;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The closes that are not seen, by class; other closes of the same class may be seen. An entry for
 * a class also applies to its subclasses, unless they have an entry of their own. Thread-safe;
 * bounded by {@link #MAX_CLASSES} classes.
 */
final class UnseenCloses {
  private static final int MAX_CLASSES = 1 << 14;

  /**
   * The unseen closes of a class and a type.
   *
   * @param what the text for the ledger; null if all closes are seen
   * @param exist false if the rule names methods that do not exist
   */
  record Known(@Nullable String what, boolean exist) {
    /** Combines two entries: a class may be loaded any number of times, and match several rules. */
    private Known and(Known other) {
      if (what == null) {
        return other;
      }
      if (other.what == null || what.contains(other.what)) {
        return this;
      }
      return new Known(what.concat("; ").concat(other.what), exist || other.exist);
    }
  }

  private final ConcurrentHashMap<String, Known> byClass = new ConcurrentHashMap<>();

  /**
   * Adds what a rule says about a class.
   *
   * @param typeName null if the methods close resources of any type
   */
  synchronized void add(String className, @Nullable String typeName, Known known) {
    String key = key(className, typeName);
    Known before = byClass.get(key);
    if (before != null || byClass.size() < MAX_CLASSES) {
      byClass.put(key, before == null ? known : before.and(known));
    }
  }

  private static String key(String className, @Nullable String typeName) {
    return className.concat(" ").concat(typeName == null ? "" : typeName);
  }

  /**
   * The unseen closes of one class and a type, from rules of that type and from rules without a
   * type.
   */
  private @Nullable Known in(Class<?> type, String typeName) {
    Known ofType = byClass.get(key(type.getName(), typeName));
    Known ofAny = byClass.get(key(type.getName(), null));
    return ofType == null || ofAny == null ? (ofType == null ? ofAny : ofType) : ofType.and(ofAny);
  }

  /**
   * The unseen closes of the nearest class with an entry, among the class itself and its
   * superclasses; if none of them has an entry, those of an interface.
   */
  @Nullable Known of(Class<?> type, String typeName) {
    if (byClass.isEmpty()) {
      return null;
    }
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      Known known = in(c, typeName);
      if (known != null) {
        return known;
      }
    }
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      Known known = ofInterfaces(c, typeName);
      if (known != null) {
        return known;
      }
    }
    return null;
  }

  private @Nullable Known ofInterfaces(Class<?> type, String typeName) {
    for (Class<?> implemented : type.getInterfaces()) {
      Known own = in(implemented, typeName);
      Known known = own == null ? ofInterfaces(implemented, typeName) : own;
      if (known != null) {
        return known;
      }
    }
    return null;
  }
}
