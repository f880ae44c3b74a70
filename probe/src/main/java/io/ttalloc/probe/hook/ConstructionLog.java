package io.ttalloc.probe.hook;

import io.ttalloc.probe.resource.Resource;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lists the resources that one thread has opened in constructors and static factories that are
 * scopes, as long as the future owner is not known.
 *
 * <p>A hook runs when a construction begins and, if it returns normally, when it ends; no code can
 * be woven in where a constructor throws. So a construction that never ends must do no harm, and
 * the openings are only listed until the construction ends. A completed object gets everything that
 * was opened since its construction began. If the object is itself opened only later, by the
 * constructor of a subclass or by a method, it gets these resources then.
 *
 * <p>Used by that thread alone. Keeps the last {@link #MAX_KEPT} openings, and none while no
 * construction is in progress.
 */
public final class ConstructionLog {
  public static final int MAX_KEPT = 1 << 14;

  private static final int NONE = -1;

  /**
   * The maximum number of openings since the outermost construction began; after that, the
   * constructions in progress are abandoned.
   */
  static final int MAX_COUNT = 1 << 26;

  /**
   * The maximum number of awaited objects; the oldest are removed, because an object whose
   * constructor threw is never opened.
   */
  static final int MAX_AWAITED = 64;

  private static final Resource[] NOTHING = {};

  /** An object that has not been opened yet, and what its constructor has opened for it. */
  private static final class Awaited extends WeakReference<Object> {
    final Resource[] opened;

    Awaited(Object object, Resource[] opened) {
      super(object);
      this.opened = opened;
    }
  }

  private @Nullable List<Awaited> awaited;

  private @Nullable Resource[] kept = new Resource[0];

  /** The number of owner scopes that the thread was in when each resource was opened. */
  private short[] owners = new short[0];

  /**
   * For each resource that a static initializer opened, the methods that the initializer had
   * called; null if there are no such resources.
   */
  private @Nullable Map<Resource, Set<String>> initialized;

  /** The number of openings since the outermost construction began. */
  private int count;

  private int outermost = NONE;

  /** Begins a construction; returns the argument for {@link #since} and {@link #ends}. */
  public int begins() {
    giveUpIfTooLong();
    if (outermost == NONE) {
      count = 0;
    }
    // A separate entry, so that no two constructions begin at the same position.
    int begin = count;
    append(null, 0);
    // Set after append, which may throw: a construction whose beginning is dropped has no end.
    outermost = Math.max(outermost, 0);
    return begin;
  }

  boolean areUnderWay() {
    return outermost != NONE;
  }

  /**
   * Adds an opened resource to the log if a construction is in progress.
   *
   * @param calledByInitializer the methods called by the static initializer that opens the
   *     resource; null if no static initializer opens it
   */
  public void opened(
      Resource resource, int ownerScopes, @Nullable Set<String> calledByInitializer) {
    giveUpIfTooLong();
    if (outermost != NONE) {
      if (calledByInitializer != null) {
        initialize(resource, calledByInitializer);
      }
      append(resource, ownerScopes);
    }
  }

  private void initialize(Resource resource, Set<String> called) {
    Map<Resource, Set<String>> known = initialized == null ? new HashMap<>() : initialized;
    if (known.size() < MAX_KEPT) {
      known.put(resource, called);
    }
    initialized = known;
  }

  /** Whether a resource was opened by a static initializer that ran during the given method. */
  public boolean isInitializedWithin(String method, Resource resource) {
    Set<String> called = initialized == null ? null : initialized.get(resource);
    return called != null && !called.contains(method);
  }

  private void giveUpIfTooLong() {
    if (outermost != NONE && count > MAX_COUNT) {
      ends(outermost);
    }
  }

  private void append(@Nullable Resource resource, int ownerScopes) {
    if (count >= kept.length && kept.length < MAX_KEPT) {
      int length = Math.max(16, kept.length * 2);
      @Nullable Resource[] longer = Arrays.copyOf(kept, length);
      owners = Arrays.copyOf(owners, length);
      kept = longer;
    }
    int at = count & (kept.length - 1);
    kept[at] = resource;
    owners[at] = (short) ownerScopes;
    count = count + 1;
  }

  /**
   * The resources opened since a construction began, except those opened inside an inner owner
   * scope, which already have an owner.
   */
  public Resource[] since(int begin, int ownerScopes) {
    if (outermost == NONE || begin >= count) {
      return new Resource[0];
    }
    Resource[] found = new Resource[Math.min(count - begin, kept.length)];
    int n = 0;
    for (int i = count - found.length; i < count; i++) {
      int at = i & (kept.length - 1);
      Resource resource = kept[at];
      if (resource != null && owners[at] <= ownerScopes) {
        found[n++] = resource;
      }
    }
    return Arrays.copyOf(found, n);
  }

  /** Whether more resources than this log can keep were opened since a construction began. */
  public boolean isCutShort(int begin) {
    return outermost != NONE && count - begin > kept.length;
  }

  /** Ends a construction. The end of the outermost construction clears the log. */
  public void ends(int begin) {
    if (begin == outermost) {
      Arrays.fill(kept, 0, Math.min(count, kept.length), null);
      initialized = null;
      outermost = NONE;
    }
  }

  /**
   * Stores the resources that the construction of an object has opened, until the object itself is
   * opened.
   */
  public void await(Object object, Resource[] opened) {
    List<Awaited> all = awaited == null ? new ArrayList<>() : awaited;
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).refersTo(null)) {
        Awaited unused = all.remove(i);
      }
    }
    if (all.size() >= MAX_AWAITED) {
      Awaited unused = all.remove(0);
    }
    boolean unused = all.add(new Awaited(object, opened));
    awaited = all;
  }

  /** Whether anything was ever stored by {@link #await}. */
  public boolean hasAwaited() {
    return awaited != null;
  }

  /**
   * Removes and returns the resources that were last stored for an object; empty if there are none.
   */
  public Resource[] take(Object object) {
    List<Awaited> all = awaited;
    for (int i = all == null ? -1 : all.size() - 1; all != null && i >= 0; i--) {
      if (all.get(i).refersTo(object)) {
        return all.remove(i).opened;
      }
    }
    return NOTHING;
  }
}
