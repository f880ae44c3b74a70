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
    final String name;
    final int flags;
    final int slotFlags;
    final boolean idempotent;
    final @Nullable String release;
    final boolean freesOwned;
    final boolean mayOwn;
    final boolean byConstructor;

    /**
     * @param flags {@code TYPE_} constants of the ledger's layout; of them, {@code
     *     TYPE_CLOSES_UNSEEN} says that the rule names methods that close it, and holds for a class
     *     unless closes of that class or of a super type {@linkplain #closesAreSeenIn are seen}
     * @param slotFlags {@code FLAG_HAS_} constants of the ledger's layout that hold for every
     *     resource of this type
     * @param idempotent whether a second close is allowed
     * @param release the calls that release such a resource, as a report shows them; null if
     *     unknown
     */
    public Type(
        String name, int flags, int slotFlags, boolean idempotent, @Nullable String release) {
      this.name = name;
      this.flags = flags;
      this.slotFlags = slotFlags;
      this.idempotent = idempotent;
      this.release = release;
      this.freesOwned = (flags & RecordLayout.TYPE_FREES_OWNED) != 0;
      this.byConstructor = (flags & RecordLayout.TYPE_BY_CONSTRUCTOR) != 0;
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

  private volatile Type[] types = new Type[0];
  private volatile Scope[] scopes = new Scope[0];

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

  /** The flags of a type for resources of a class. */
  int flags(Type type, Class<?> of) {
    boolean seen =
        (type.flags & RecordLayout.TYPE_CLOSES_UNSEEN) == 0
            || closing.size() >= MAX_CLASSES
            || seesCloses(of);
    return seen ? type.flags & ~RecordLayout.TYPE_CLOSES_UNSEEN : type.flags;
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

  Scope scope(int index) {
    return scopes[index];
  }
}
