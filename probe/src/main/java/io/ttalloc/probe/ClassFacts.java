package io.ttalloc.probe;

import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * What the probe knows of one class: where its objects carry their resource, and its type ids.
 *
 * <p>Kept in a ClassValue, so it lives as long as the class and pins nothing. Thread-safe: the
 * arrays are replaced, never changed.
 */
final class ClassFacts {
  /** The field that the agent adds to a class at load time. */
  static final String FIELD = "$ttAllocResource";

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long NONE = -1;

  private final String className;
  private final long field;
  private volatile int[] rules = new int[0];
  private volatile int[] typeIds = new int[0];

  ClassFacts(Class<?> type) {
    this.className = type.getName();
    this.field = fieldOf(type);
  }

  private static long fieldOf(Class<?> type) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      try {
        return UNSAFE.objectFieldOffset(c, FIELD);
      } catch (InternalError e) {
        // Not in this class: it was loaded before the agent, may not get fields, or inherits it.
      }
    }
    return NONE;
  }

  String className() {
    return className;
  }

  /** Whether objects of this class have a field for their resource. */
  boolean hasField() {
    return field != NONE;
  }

  @Nullable Resource get(Object object) {
    return (Resource) UNSAFE.getReferenceAcquire(object, field);
  }

  void set(Object object, Resource resource) {
    UNSAFE.putReferenceRelease(object, field, resource);
  }

  /** The type id of this class under a rule; 0 if it was not asked for yet. */
  int typeId(int rule) {
    int[] known = rules;
    for (int i = 0; i < known.length; i++) {
      if (known[i] == rule) {
        return typeIds[i];
      }
    }
    return 0;
  }

  synchronized void setTypeId(int rule, int typeId) {
    int length = rules.length;
    int[] longerIds = java.util.Arrays.copyOf(typeIds, length + 1);
    int[] longerRules = java.util.Arrays.copyOf(rules, length + 1);
    longerIds[length] = typeId;
    longerRules[length] = rule;
    // Ids first: a reader that sees the rule sees its id.
    typeIds = longerIds;
    rules = longerRules;
  }

  /** The facts of every class. */
  static final class All extends ClassValue<ClassFacts> {
    @Override
    protected ClassFacts computeValue(Class<?> type) {
      return new ClassFacts(type);
    }
  }
}
