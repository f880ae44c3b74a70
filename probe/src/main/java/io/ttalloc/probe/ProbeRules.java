package io.ttalloc.probe;

import io.ttalloc.ledger.RecordLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What hooks need to know of the rules: types and scopes by index. Woven code has the indexes as
 * constants. Filled while weaving, read by hooks; entries never change. Thread-safe.
 */
public final class ProbeRules {
  /** What a scope is for. */
  public enum ScopeKind {
    /** What is opened belongs to the scope's owner. */
    OWNER,
    /** What is opened belongs to the system, not to the program. */
    INFRASTRUCTURE,
    /** What is closed is reclaimed, not closed by the program. */
    RECLAIM
  }

  /** One resource type. Immutable. */
  public static final class Type {
    /** The limit of a type whose rule says none: that of {@link ProbeRules} applies. */
    public static final long LIMIT_NOT_SAID = 0;

    /** The limit of a type of which each resource may be open for any time. */
    public static final long NO_LIMIT = -1;

    final String name;
    final int flags;
    final int slotFlags;
    final boolean idempotent;
    final @Nullable String release;
    final long limitNanos;
    final boolean freesOwned;
    final boolean mayOwn;
    final boolean byConstructor;
    final boolean unknownCloseIgnored;

    /** A type whose rule says no limit. */
    public Type(
        String name, int flags, int slotFlags, boolean idempotent, @Nullable String release) {
      this(name, flags, slotFlags, idempotent, release, LIMIT_NOT_SAID);
    }

    /**
     * @param flags {@code TYPE_} constants of the ledger's layout; of them, {@code
     *     TYPE_CLOSES_UNSEEN} says that the rule names methods that close it, and holds for a class
     *     unless closes of that class or of a super type {@linkplain #closesAreSeenIn are seen}
     * @param slotFlags {@code FLAG_HAS_} constants of the ledger's layout that hold for every
     *     resource of this type
     * @param idempotent whether a second close is allowed
     * @param release the calls that release such a resource, as a report shows them; null if
     *     unknown
     * @param limitNanos how long one may be open, in nanoseconds, or one of the constants above
     */
    public Type(
        String name,
        int flags,
        int slotFlags,
        boolean idempotent,
        @Nullable String release,
        long limitNanos) {
      this.name = name;
      this.flags = flags;
      this.slotFlags = slotFlags;
      this.idempotent = idempotent;
      this.release = release;
      this.limitNanos = limitNanos;
      this.freesOwned = (flags & RecordLayout.TYPE_FREES_OWNED) != 0;
      this.byConstructor = (flags & RecordLayout.TYPE_BY_CONSTRUCTOR) != 0;
      this.unknownCloseIgnored = (flags & RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED) != 0;
      this.mayOwn = (flags & (RecordLayout.TYPE_OWNER | RecordLayout.TYPE_HOLDER)) != 0;
    }
  }

  /** One scope. Immutable. */
  public static final class Scope {
    final ScopeKind kind;
    final String name;
    final boolean ofConstructor;

    /**
     * @param name what a report calls it
     * @param ofConstructor whether it is a constructor, whose end is hooked only if it returns
     */
    public Scope(ScopeKind kind, String name, boolean ofConstructor) {
      this.kind = kind;
      this.name = name;
      this.ofConstructor = ofConstructor;
    }

    private boolean isSameAs(Scope other) {
      return kind == other.kind && name.equals(other.name) && ofConstructor == other.ofConstructor;
    }
  }

  /** Beyond so many classes, closes are taken for seen. */
  private static final int MAX_CLASSES = 1 << 16;

  /** Names of classes and interfaces in which a method that closes is woven. */
  private final Set<String> closing = ConcurrentHashMap.newKeySet();

  private final UnseenCloses unseen = new UnseenCloses();

  /** Names of classes, each with the methods in it that open, and what they open. */
  private final ConcurrentHashMap<String, Set<String>> opening = new ConcurrentHashMap<>();

  /** The names of the types that they open. */
  private final Set<String> opened = ConcurrentHashMap.newKeySet();

  /** Names of classes that were loaded before tracking began. */
  private final Set<String> older = ConcurrentHashMap.newKeySet();

  private final long usualLimitNanos;
  private volatile Type[] types = new Type[0];
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

  /** Gives a type its index. */
  public synchronized int add(Type type) {
    ArrayList<Type> longer = new ArrayList<>(Arrays.asList(types));
    longer.add(type);
    types = longer.toArray(new Type[0]);
    return longer.size() - 1;
  }

  /**
   * Gives a scope its index. Equal scopes have the same one: a class may be loaded any number of
   * times.
   */
  public synchronized int add(Scope scope) {
    ArrayList<Scope> longer = new ArrayList<>(Arrays.asList(scopes));
    for (int index = 0; index < longer.size(); index++) {
      if (longer.get(index).isSameAs(scope)) {
        return index;
      }
    }
    longer.add(scope);
    scopes = longer.toArray(new Scope[0]);
    return longer.size() - 1;
  }

  /** Says that a method which closes is woven in a class or an interface. */
  public void closesAreSeenIn(String className) {
    if (closing.size() < MAX_CLASSES) {
      closing.add(className);
    }
  }

  /**
   * Says which closes of a class go unseen. Holds for its subclasses, unless they are named too.
   *
   * @param typeName what a rule calls such resources
   * @param what a text for reports; null if all closes are seen
   * @param exist whether there are such methods; otherwise the rule names what is not there
   */
  public void closesUnseenIn(
      String className, String typeName, @Nullable String what, boolean exist) {
    unseen.add(className, typeName, new UnseenCloses.Known(what, exist));
  }

  /** Says that a method, woven in a class, opens resources of a type. */
  public void opens(int type, String className, String method) {
    opened.add(types[type].name);
    Set<String> known = opening.get(className);
    if (known == null && opening.size() < MAX_CLASSES) {
      Set<String> fresh = ConcurrentHashMap.newKeySet(4);
      known = opening.putIfAbsent(className, fresh);
      known = known == null ? fresh : known;
    }
    if (known != null) {
      known.add(method + " " + types[type].name);
    }
  }

  /**
   * Whether a method that opens resources of a type is on a stack; if it is unknown what opens
   * them, whether any method that opens something is.
   */
  boolean isOpening(StackTraceElement[] stack, Type type) {
    boolean known = opened.contains(type.name);
    for (StackTraceElement frame : stack) {
      Set<String> methods = opening.get(frame.getClassName());
      if (methods != null && isIn(methods, frame.getMethodName(), known ? type.name : "")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isIn(Set<String> methods, String method, String typeName) {
    String expected = method + " " + typeName;
    for (String known : methods) {
      if (typeName.isEmpty() ? known.startsWith(expected) : known.equals(expected)) {
        return true;
      }
    }
    return false;
  }

  /** Says that a class was loaded before tracking began, and that it may have objects. */
  public void olderThanTracking(String className) {
    older.add(className);
  }

  /** Whether objects of a class may be older than tracking. */
  boolean isOlderThanTracking(Class<?> type) {
    for (Class<?> c = older.isEmpty() ? null : type; c != null; c = c.getSuperclass()) {
      if (older.contains(c.getName())) {
        return true;
      }
    }
    return false;
  }

  /** The flags of a type for resources of a class. */
  int flags(Type type, Class<?> of) {
    boolean seen =
        (type.flags & RecordLayout.TYPE_CLOSES_UNSEEN) == 0
            || closing.size() >= MAX_CLASSES
            || seesCloses(of);
    UnseenCloses.Known known = unseen.of(of, type.name);
    if (known != null && known.exist) {
      return type.flags | RecordLayout.TYPE_CLOSES_UNSEEN;
    }
    return seen ? type.flags & ~RecordLayout.TYPE_CLOSES_UNSEEN : type.flags;
  }

  /**
   * How long a resource of a type may be open; 0 = for any time, as caches and pools are, and what
   * the probe opens itself.
   */
  long limitNanos(Type type) {
    if ((type.flags & (RecordLayout.TYPE_HOLDER | RecordLayout.TYPE_INTERNAL)) != 0) {
      return 0;
    }
    return type.limitNanos == Type.LIMIT_NOT_SAID ? usualLimitNanos : Math.max(0, type.limitNanos);
  }

  /** Which closes go unseen of a class, as {@link #closesUnseenIn} was told; or null. */
  @Nullable String unseenCloses(Type type, Class<?> of) {
    UnseenCloses.Known known = unseen.of(of, type.name);
    return known == null ? null : known.what;
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

  Type type(int index) {
    return types[index];
  }

  /** Whether closing an owner closes what it owns. */
  boolean freesOwned(Owner owner) {
    return types[owner.rule].freesOwned;
  }

  Scope scope(int index) {
    return scopes[index];
  }
}
