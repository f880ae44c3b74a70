package io.ttalloc.probe.rule;

import io.ttalloc.ledger.RecordLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of the rules that hooks need: types and scopes, by index. The indexes are constants in
 * woven code. Filled during weaving, read by hooks; entries never change. Thread-safe.
 */
public final class ProbeRules {
  /** The purpose of a scope. */
  public enum ScopeKind {
    /** Resources opened in the scope belong to its owner. */
    OWNER,
    /** Resources opened in the scope belong to the system, not to the program. */
    INFRASTRUCTURE,
    /** Resources closed in the scope are reclaimed, not closed by the program. */
    RECLAIM
  }

  /**
   * One scope.
   *
   * @param name its name in reports
   * @param ofConstructor whether it is a constructor, whose end is hooked only if it returns
   *     normally
   */
  public record Scope(ScopeKind kind, String name, boolean ofConstructor) {}

  /** The maximum number of classes; closes of further classes are assumed to be seen. */
  private static final int MAX_CLASSES = 1 << 16;

  /** The names of classes and interfaces in which a close method is woven. */
  private final Set<String> closing = ConcurrentHashMap.newKeySet();

  /** The names of types whose resources are closed by methods of other objects. */
  private final Set<String> closedByOthers = ConcurrentHashMap.newKeySet();

  private final UnseenCloses unseen = new UnseenCloses();
  private final OverridableCloses overridable = new OverridableCloses();

  private final ClassTypes ofClasses = new ClassTypes();

  /**
   * The indexes of completed types, by the index of the original type and the completed flags and
   * limit.
   */
  private final ConcurrentHashMap<String, Integer> completed = new ConcurrentHashMap<>();

  public final OpeningMethods opening = new OpeningMethods();

  /** Names of classes that were loaded before tracking began. */
  private final Set<String> older = ConcurrentHashMap.newKeySet();

  private final long usualLimitNanos;
  private volatile ProbeType[] types = new ProbeType[0];
  private volatile Scope[] scopes = new Scope[0];

  /**
   * Creates rules by which a resource may stay open indefinitely, unless its own rule sets a limit.
   */
  public ProbeRules() {
    this(0);
  }

  /**
   * Creates rules without types and scopes.
   *
   * @param usualLimitNanos the limit of resources whose rule sets none; 0 = no limit
   */
  public ProbeRules(long usualLimitNanos) {
    this.usualLimitNanos = usualLimitNanos;
  }

  /** Adds a type with a new index. */
  public synchronized int add(ProbeType type) {
    ProbeType[] longer = Arrays.copyOf(types, types.length + 1);
    longer[types.length] = type;
    types = longer;
    return longer.length - 1;
  }

  /**
   * Adds a type for a class and returns its index. Equal types of several classes share an index,
   * since a rule may cover many classes; equal types from several rules for one class do not.
   *
   * @param taken the indexes of the types of the other rules for the class
   */
  public synchronized int add(ProbeType type, List<Integer> taken) {
    ProbeType[] known = types;
    for (int index = 0; index < known.length; index++) {
      if (known[index].isSameAs(type) && !taken.contains(index)) {
        return index;
      }
    }
    return add(type);
  }

  /**
   * Adds a scope and returns its index. Equal scopes share an index: a class may be loaded any
   * number of times.
   */
  public synchronized int add(Scope scope) {
    int known = Arrays.asList(scopes).indexOf(scope);
    if (known >= 0) {
      return known;
    }
    Scope[] longer = Arrays.copyOf(scopes, scopes.length + 1);
    longer[scopes.length] = scope;
    scopes = longer;
    return longer.length - 1;
  }

  /** Records that a close method is woven in a class or an interface. */
  public void closesAreSeenIn(String className) {
    if (closing.size() < MAX_CLASSES) {
      closing.add(className);
    }
  }

  /**
   * Records that a close method may be overridden in a subtype that the rule covers as well: an
   * override in a hidden class is not seen.
   *
   * @param typeName the type of the resources that it closes; null if the rule names none
   * @param internal whether only the class itself and its subclasses may call it
   * @param where the place where a rule names the method, as the beginning of a text for reports
   */
  public void closeMayBeOverridden(
      String className,
      @Nullable String typeName,
      String method,
      String descriptor,
      boolean internal,
      String where) {
    overridable.add(className, typeName, method, descriptor, internal, where);
  }

  /**
   * Records that methods of other objects close the resources of a type, whatever the classes of
   * the resources.
   */
  public void closesAreSeenOf(String typeName) {
    closedByOthers.add(typeName);
  }

  /**
   * Records which closes of a class are not seen. Also applies to its subclasses, unless they have
   * an entry of their own.
   *
   * @param typeName the type of the resources according to the rule; null if it names none
   * @param what a text for reports; null if all closes are seen
   * @param exist false if the rule names methods that do not exist
   */
  public void closesUnseenIn(
      String className, @Nullable String typeName, @Nullable String what, boolean exist) {
    unseen.add(className, typeName, new UnseenCloses.Known(what, exist));
  }

  /**
   * Records what a rule says about the objects of a class and its subclasses, whichever rule opens
   * them.
   *
   * @param typeName the type of the objects according to the rule; null if it names none
   * @param type the index of the rule's type; negative if it has none
   * @param ofThisClass whether the rule names this class or its package, and the constructors of
   *     the class open the object
   * @param flags {@code TYPE_} constants of the ledger's layout
   * @param limitNanos the time for which an object may stay open
   */
  public void describes(
      String className,
      @Nullable String typeName,
      int type,
      boolean ofThisClass,
      int flags,
      long limitNanos) {
    ofClasses.add(className, typeName, type, ofThisClass, flags, limitNanos);
  }

  /**
   * The index of the type of an object that is opened: the type of the rule for the most specific
   * class, completed by what other rules say about the object's class.
   *
   * @param index the index of the type of the rule that opens the object
   */
  public int completed(int index, Class<?> objectType) {
    ProbeType opened = types[index];
    int specific = ofClasses.mostSpecific(index, opened, objectType);
    ProbeType type = types[specific];
    ProbeType whole = ofClasses.completed(type, opened, objectType);
    if (whole == type) {
      return specific;
    }
    String key = specific + " " + whole.flags + " " + whole.limitNanos;
    Integer known = completed.get(key);
    if (known == null) {
      // Two threads may both add the type, which is harmless.
      known = add(whole);
      completed.put(key, known);
    }
    return known;
  }

  /** Records that a woven method opens resources of a type. */
  public void opens(int type, String className, String method) {
    opening.add(types[type].name, className, method);
  }

  /** Records that every constructor of a class opens the new object. */
  public void everyConstructorOpens(String className) {
    opening.addEveryConstructor(className);
  }

  /** Records that a class was loaded before tracking began, so that it may already have objects. */
  public void olderThanTracking(String className) {
    older.add(className);
  }

  /** Whether objects of a class may be older than tracking. */
  public boolean isOlderThanTracking(Class<?> type) {
    for (Class<?> c = older.isEmpty() ? null : type; c != null; c = c.getSuperclass()) {
      if (older.contains(c.getName())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether numbers of a type may be older than tracking, because the class that issues them was
   * loaded before tracking began.
   */
  public boolean areOlderThanTracking(ProbeType keyed) {
    return older.contains(keyed.classes);
  }

  /** The flags of a type for resources of a class. */
  public int flags(ProbeType type, Class<?> objectType) {
    boolean seen =
        (type.flags & RecordLayout.TYPE_CLOSES_UNSEEN) == 0
            || closing.size() >= MAX_CLASSES
            || closedByOthers.contains(type.name)
            || seesCloses(objectType);
    UnseenCloses.Known known = unseen.of(objectType, type.name);
    int flags = type.flags;
    if (!AutoCloseable.class.isAssignableFrom(objectType)) {
      flags |= RecordLayout.TYPE_NO_AUTO_CLOSEABLE;
    }
    if ((known != null && known.exist())
        || overridable.overriddenIn(objectType, type.name) != null) {
      return flags | RecordLayout.TYPE_CLOSES_UNSEEN;
    }
    return seen ? flags & ~RecordLayout.TYPE_CLOSES_UNSEEN : flags;
  }

  /**
   * The time for which a resource of a type may stay open, in nanoseconds; 0 = no limit, as for
   * caches, pools, and resources that the probe itself opens.
   */
  public long limitNanos(ProbeType type) {
    if ((type.flags & (RecordLayout.TYPE_HOLDER | RecordLayout.TYPE_INTERNAL)) != 0) {
      return 0;
    }
    return type.limitNanos == ProbeType.LIMIT_NOT_SAID
        ? usualLimitNanos
        : Math.max(0, type.limitNanos);
  }

  /**
   * The closes of a class that are not seen: those passed to {@link #closesUnseenIn}, and those
   * that the class overrides if it is hidden; null if there are none.
   */
  public @Nullable String unseenCloses(ProbeType type, Class<?> objectType) {
    String overridden = overridable.overriddenIn(objectType, type.name);
    UnseenCloses.Known known = unseen.of(objectType, type.name);
    String noted = known == null ? null : known.what();
    if (overridden == null || noted == null) {
      return overridden == null ? noted : overridden;
    }
    return noted.concat("; ").concat(overridden);
  }

  private boolean seesCloses(Class<?> type) {
    if (closing.contains(type.getName())) {
      return true;
    }
    for (Class<?> implemented : type.getInterfaces()) {
      if (seesCloses(implemented)) {
        return true;
      }
    }
    Class<?> parent = type.getSuperclass();
    return parent != null && seesCloses(parent);
  }

  public ProbeType type(int index) {
    return types[index];
  }

  /** Whether closing an owner of a type also closes its children. */
  public boolean freesOwned(int index) {
    return types[index].freesOwned;
  }

  public Scope scope(int index) {
    return scopes[index];
  }

  /** Whether resources opened by the constructors of a class belong to the new object. */
  public boolean isOwnerByConstructor(String className) {
    String name = className.substring(className.lastIndexOf('.') + 1) + ".<init>";
    for (Scope scope : scopes) {
      if (scope.kind == ScopeKind.OWNER && scope.ofConstructor && scope.name.equals(name)) {
        return true;
      }
    }
    return false;
  }
}
