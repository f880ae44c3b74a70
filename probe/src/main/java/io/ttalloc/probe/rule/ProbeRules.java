package io.ttalloc.probe.rule;

import io.ttalloc.ledger.RecordLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What hooks need to know of the rules: types and scopes by index. Woven code has the indexes as
 * constants. Filled while weaving, read by hooks; entries never change. Thread-safe.
 */
public final class ProbeRules {
  /** The purpose of a scope. */
  public enum ScopeKind {
    /** Resources opened in it belong to the scope's owner. */
    OWNER,
    /** Resources opened in it belong to the system, not to the program. */
    INFRASTRUCTURE,
    /** Resources closed in it are reclaimed, not closed by the program. */
    RECLAIM
  }

  /**
   * One scope.
   *
   * @param name what a report calls it
   * @param ofConstructor whether it is a constructor, whose end is hooked only if it returns
   */
  public record Scope(ScopeKind kind, String name, boolean ofConstructor) {}

  /** Beyond this number of classes, closes are assumed to be seen. */
  private static final int MAX_CLASSES = 1 << 16;

  /** Names of classes and interfaces in which a method that closes is woven. */
  private final Set<String> closing = ConcurrentHashMap.newKeySet();

  /** Names of types whose resources are closed by methods of other objects. */
  private final Set<String> closedByOthers = ConcurrentHashMap.newKeySet();

  private final UnseenCloses unseen = new UnseenCloses();
  private final OverridableCloses overridable = new OverridableCloses();

  private final ClassTypes ofClasses = new ClassTypes();

  /** The indexes of completed types, by the index of the type and what was added. */
  private final ConcurrentHashMap<String, Integer> completed = new ConcurrentHashMap<>();

  public final OpeningMethods opening = new OpeningMethods();

  /** Names of classes that were loaded before tracking began. */
  private final Set<String> older = ConcurrentHashMap.newKeySet();

  private final long usualLimitNanos;
  private volatile ProbeType[] types = new ProbeType[0];
  private volatile Scope[] scopes = new Scope[0];

  /** Rules by which a resource may be open for any time, unless its own rule says a limit. */
  public ProbeRules() {
    this(0);
  }

  /**
   * No types and no scopes yet.
   *
   * @param usualLimitNanos how long a resource may be open whose rule does not say; 0 = for any
   *     time
   */
  public ProbeRules(long usualLimitNanos) {
    this.usualLimitNanos = usualLimitNanos;
  }

  /** Gives a type an index of its own. */
  public synchronized int add(ProbeType type) {
    ProbeType[] longer = Arrays.copyOf(types, types.length + 1);
    longer[types.length] = type;
    types = longer;
    return longer.length - 1;
  }

  /**
   * Gives a type of one rule of a class its index. Equal types of several classes have the same
   * one, since a rule may be about many classes; those of several rules of one class do not.
   *
   * @param taken the indexes of the types of other rules of the class
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
   * Gives a scope its index. Equal scopes have the same one: a class may be loaded any number of
   * times.
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

  /** Says that a method which closes is woven in a class or an interface. */
  public void closesAreSeenIn(String className) {
    if (closing.size() < MAX_CLASSES) {
      closing.add(className);
    }
  }

  /**
   * Says that such a method may be overridden, and the override be meant as well: in a hidden class
   * it goes unseen.
   *
   * @param typeName what a rule calls the resources that it closes; null if it does not say
   * @param internal whether only the class itself and its subclasses may call it
   * @param where where a rule names it, as the text of a report begins
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

  /** Says that methods of other objects close the resources of a type, whatever their classes. */
  public void closesAreSeenOf(String typeName) {
    closedByOthers.add(typeName);
  }

  /**
   * Says which closes of a class go unseen. Holds for its subclasses, unless they are named too.
   *
   * @param typeName what a rule calls such resources; null if it does not say
   * @param what a text for reports; null if all closes are seen
   * @param exist whether there are such methods; otherwise the rule names what is not there
   */
  public void closesUnseenIn(
      String className, @Nullable String typeName, @Nullable String what, boolean exist) {
    unseen.add(className, typeName, new UnseenCloses.Known(what, exist));
  }

  /**
   * Says what a rule says of the objects of a class, and so of its subclasses, whichever rule opens
   * them.
   *
   * @param typeName what it calls them; null if it does not say
   * @param type the index of its type; negative if it has none
   * @param ofThisClass whether it names this class or its package, and its constructors open it
   * @param flags {@code TYPE_} constants of the ledger's layout
   * @param limitNanos how long one may be open
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
   * @param index of the type of the rule that opens it
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
      // Two threads may add it twice, which does no harm.
      known = add(whole);
      completed.put(key, known);
    }
    return known;
  }

  /** Says that a method, woven in a class, opens resources of a type. */
  public void opens(int type, String className, String method) {
    opening.add(types[type].name, className, method);
  }

  /** Says that every constructor of a class opens what it makes. */
  public void everyConstructorOpens(String className) {
    opening.addEveryConstructor(className);
  }

  /** Says that a class was loaded before tracking began, and that it may have objects. */
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

  /** Whether numbers of a type may be older than tracking: the class that gives them out is. */
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
   * How long a resource of a type may be open; 0 = for any time, as caches and pools are, and what
   * the probe opens itself.
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
   * The closes of a class that go unseen, as passed to {@link #closesUnseenIn}, or because the
   * class is hidden and overrides them; null if there are none.
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

  /** Whether closing an owner of a type closes what it owns. */
  public boolean freesOwned(int index) {
    return types[index].freesOwned;
  }

  public Scope scope(int index) {
    return scopes[index];
  }

  /** Whether what the constructors of a class open belongs to the object that they make. */
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
