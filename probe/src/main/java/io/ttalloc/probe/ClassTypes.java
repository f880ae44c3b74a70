package io.ttalloc.probe;

import static io.ttalloc.ledger.RecordLayout.TYPE_OWNER;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.TypePolicies;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What rules say of the objects of single classes. The constructor of a super class opens an object
 * by the rule of that class, which knows nothing of what another rule says of the subclass; and
 * what a rule says of a super class holds for whatever opens its subclasses. Thread-safe; bounded
 * by {@link #MOST} classes.
 */
final class ClassTypes {
  /** What of it is about the object, and not about how a rule opens it. */
  static final int OF_OBJECT =
      RecordLayout.TYPE_HOLDER
          | TYPE_OWNER
          | RecordLayout.TYPE_HAS_BYTES
          | RecordLayout.TYPE_FREES_OWNED
          | RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED;

  private static final int MOST = 1 << 14;

  /** What one rule says of a class. */
  private static final class Said {
    final @Nullable String typeName;
    final boolean ofThisClass;
    final int flags;
    final long limitNanos;

    Said(@Nullable String typeName, boolean ofThisClass, int flags, long limitNanos) {
      this.typeName = typeName;
      this.ofThisClass = ofThisClass;
      this.flags = flags;
      this.limitNanos = limitNanos;
    }

    boolean isSameAs(Said other) {
      return ofThisClass == other.ofThisClass
          && flags == other.flags
          && limitNanos == other.limitNanos
          && (typeName == null ? other.typeName == null : typeName.equals(other.typeName));
    }
  }

  /** What is known so far of an object that is being opened. Used by one thread. */
  private static final class Sum {
    final ProbeType opened;
    int flags;
    long limitNanos;

    /** Whether the classes are those below the one whose rule opens the object. */
    boolean below = true;

    Sum(ProbeType opened) {
      this.opened = opened;
      this.flags = opened.flags;
      this.limitNanos = opened.limitNanos;
    }

    void add(Said said) {
      if (said.typeName == null || said.typeName.equals(opened.name)) {
        // What methods of others give out is no wrapper because it makes something, too.
        flags |= said.flags & (opened.byConstructor ? OF_OBJECT : OF_OBJECT & ~TYPE_OWNER);
        int mask = TypePolicies.MASK << TypePolicies.SHIFT;
        for (; mask < RecordLayout.TYPE_KEYED; mask <<= TypePolicies.BITS) {
          flags |= (flags & mask) == 0 ? said.flags & mask : 0;
        }
        limitNanos = limitNanos == ProbeType.LIMIT_NOT_SAID ? said.limitNanos : limitNanos;
      } else if (below && said.ofThisClass && opened.byConstructor) {
        // It has the name that the super class's rule gives it, and is what its own rule says.
        flags |= said.flags & OF_OBJECT;
      }
    }
  }

  private final ConcurrentHashMap<String, Said[]> byClass = new ConcurrentHashMap<>();

  /**
   * Adds what a rule says.
   *
   * @param typeName what it calls such objects; null if it does not say
   * @param ofThisClass whether it is for this class alone, and its constructors open it
   */
  synchronized void add(
      String className,
      @Nullable String typeName,
      boolean ofThisClass,
      int flags,
      long limitNanos) {
    Said added = new Said(typeName, ofThisClass, flags, limitNanos);
    Said[] before = byClass.get(className);
    if (before == null) {
      if (byClass.size() < MOST) {
        byClass.put(className, new Said[] {added});
      }
      return;
    }
    for (Said known : before) {
      if (known.isSameAs(added)) {
        return;
      }
    }
    Said[] longer = Arrays.copyOf(before, before.length + 1);
    longer[before.length] = added;
    byClass.put(className, longer);
  }

  /** A type with what rules say of a class whose object is opened; the same if that is nothing. */
  ProbeType completed(ProbeType type, Class<?> of) {
    Sum sum = new Sum(type);
    for (Class<?> c = byClass.isEmpty() ? null : of; c != null; c = c.getSuperclass()) {
      sum.below &= !c.getName().equals(type.classes);
      add(c.getName(), sum);
    }
    sum.below = false;
    for (Class<?> c = byClass.isEmpty() ? null : of; c != null; c = c.getSuperclass()) {
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
