package io.ttalloc.probe.rule;

import static io.ttalloc.ledger.RecordLayout.TYPE_OWNER;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.TypePolicies;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects what rules say about the objects of individual classes. The constructor of a superclass
 * opens an object by the rule for that superclass, although the rule for the most specific class
 * defines the type of the object; and what a rule says about a superclass holds for its subclasses
 * too. Thread-safe; bounded by {@link #MAX_CLASSES} classes.
 */
final class ClassTypes {
  /** The flags of a type that describe the object, rather than how a rule opens it. */
  static final int OF_OBJECT =
      RecordLayout.TYPE_HOLDER
          | TYPE_OWNER
          | RecordLayout.TYPE_HAS_BYTES
          | RecordLayout.TYPE_FREES_OWNED
          | RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED
          | RecordLayout.TYPE_LEAK_IF_SEVERAL
          | RecordLayout.TYPE_LEAK_IF_SEVERAL_RECLAIMED
          | RecordLayout.TYPE_LEAK_IF_SEVERAL_LOST;

  private static final int MAX_CLASSES = 1 << 14;

  /** The statements of one rule about a class. */
  private record Said(
      @Nullable String typeName, int type, boolean ofThisClass, int flags, long limitNanos) {}

  /** Accumulates what rules say about an object that is being opened. Used by one thread. */
  private static final class Sum {
    final ProbeType type;
    int flags;
    long limitNanos;

    /**
     * Whether all classes visited so far are subclasses of the class whose rule opens the object.
     */
    boolean below = true;

    Sum(ProbeType type) {
      this.type = type;
      this.flags = type.flags;
      this.limitNanos = type.limitNanos;
    }

    void add(Said said) {
      if (said.typeName == null || said.typeName.equals(type.name)) {
        // A method may return an object that it did not create: no other rule makes it an owner.
        flags |= said.flags & (type.byConstructor ? OF_OBJECT : OF_OBJECT & ~TYPE_OWNER);
        int mask = TypePolicies.MASK << TypePolicies.SHIFT;
        for (; mask < RecordLayout.TYPE_KEYED; mask <<= TypePolicies.BITS) {
          flags |= (flags & mask) == 0 ? said.flags & mask : 0;
        }
        limitNanos = limitNanos == ProbeType.LIMIT_NOT_SAID ? said.limitNanos : limitNanos;
      } else if (below && said.ofThisClass && type.byConstructor) {
        // The type has the name from the most specific rule, and also the properties from the other
        // rules.
        flags |= said.flags & OF_OBJECT;
      }
    }
  }

  private final ConcurrentHashMap<String, Said[]> byClass = new ConcurrentHashMap<>();

  /**
   * Adds what a rule says about a class.
   *
   * @param typeName the type of the objects according to the rule; null if it names none
   * @param type the index of the rule's type; negative if it has none
   * @param ofThisClass whether the rule names this class or its package, and the constructors of
   *     the class open the object
   */
  synchronized void add(
      String className,
      @Nullable String typeName,
      int type,
      boolean ofThisClass,
      int flags,
      long limitNanos) {
    Said added = new Said(typeName, type, ofThisClass, flags, limitNanos);
    Said[] before = byClass.get(className);
    if (before == null) {
      if (byClass.size() < MAX_CLASSES) {
        byClass.put(className, new Said[] {added});
      }
      return;
    }
    if (!Arrays.asList(before).contains(added)) {
      Said[] longer = Arrays.copyOf(before, before.length + 1);
      longer[before.length] = added;
      byClass.put(className, longer);
    }
  }

  /**
   * The type of an object opened by a constructor, from the rule for the most specific class. If
   * there are several rules for one class, the rule that was added last counts.
   *
   * @param index the index of the type of the rule that opens the object
   * @return the index of the type
   */
  int mostSpecific(int index, ProbeType opened, Class<?> type) {
    // A method may return any object, so the rules for the object's class do not describe its
    // purpose.
    Class<?> c = opened.byConstructor && !byClass.isEmpty() ? type : null;
    for (; c != null && !c.getName().equals(opened.classes); c = c.getSuperclass()) {
      int found = lastOf(byClass.get(c.getName()));
      if (found >= 0) {
        return found;
      }
    }
    return index;
  }

  /** The type of the last rule for exactly this class; negative if there is none. */
  private static int lastOf(Said @Nullable [] all) {
    int type = -1;
    if (all != null) {
      for (Said said : all) {
        type = said.ofThisClass && said.type >= 0 ? said.type : type;
      }
    }
    return type;
  }

  /**
   * Completes a type with what rules say about the class of an object; returns the same type if
   * they say nothing.
   *
   * @param opened the type of the rule that opens the object
   */
  ProbeType completed(ProbeType type, ProbeType opened, Class<?> objectType) {
    Sum sum = new Sum(type);
    sum.flags |= type == opened ? 0 : opened.flags & OF_OBJECT;
    for (Class<?> c = byClass.isEmpty() ? null : objectType; c != null; c = c.getSuperclass()) {
      sum.below &= !c.getName().equals(opened.classes);
      add(c.getName(), sum);
    }
    sum.below = false;
    for (Class<?> c = byClass.isEmpty() ? null : objectType; c != null; c = c.getSuperclass()) {
      addInterfaces(c, sum);
    }
    return type.completed(sum.flags, sum.limitNanos);
  }

  private void addInterfaces(Class<?> type, Sum sum) {
    for (Class<?> implemented : type.getInterfaces()) {
      add(implemented.getName(), sum);
      addInterfaces(implemented, sum);
    }
  }

  private void add(String className, Sum sum) {
    Said[] all = byClass.get(className);
    for (Said said : all == null ? new Said[0] : all) {
      sum.add(said);
    }
  }
}
