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
 * What one thread has opened in constructors and static factories that are scopes, where the object
 * that will own it is not known yet.
 *
 * <p>A construction has a begin and, if it returns, an end. Where a constructor throws, no code can
 * be woven in; so a construction that never ends must do no harm, and until its end what is opened
 * is only written down. An object that is complete gets everything that was opened since its
 * construction began. If it is itself opened only later, by the constructor of a subclass or by a
 * method, it gets that then.
 *
 * <p>Used by that thread alone. Keeps the last {@link #MAX_KEPT} openings, and none while no
 * construction is under way.
 */
public final class ConstructionLog {
  public static final int MAX_KEPT = 1 << 14;

  private static final int NONE = -1;

  /** After so many openings, the constructions under way are given up. */
  static final int MAX_COUNT = 1 << 26;

  /** The oldest objects are forgotten: one whose constructor threw is never opened. */
  static final int MAX_AWAITED = 64;

  private static final Resource[] NOTHING = {};

  /** An object that is opened only later, and what its constructor has opened for it. */
  private static final class Awaited extends WeakReference<Object> {
    final Resource[] opened;

    Awaited(Object object, Resource[] opened) {
      super(object);
      this.opened = opened;
    }
  }

  private @Nullable List<Awaited> awaited;

  private @Nullable Resource[] kept = new Resource[0];

  /** The number of owners' scopes that the thread was in when each was opened. */
  private short[] owners = new short[0];

  /**
   * The methods called in static initializers, by the resource opened there; null if there are
   * none.
   */
  private @Nullable Map<Resource, Set<String>> initialized;

  /** Openings since the outermost construction began. */
  private int count;

  private int outermost = NONE;

  /** Begins a construction; returns what {@link #since} and {@link #ends} need. */
  public int begins() {
    giveUpIfTooLong();
    if (outermost == NONE) {
      count = 0;
    }
    // An entry of its own, so that no two constructions have the same begin.
    int begin = count;
    append(null, 0);
    // After what may throw: a construction whose begin is dropped has no end.
    outermost = Math.max(outermost, 0);
    return begin;
  }

  boolean areUnderWay() {
    return outermost != NONE;
  }

  /**
   * Writes an opening down if a construction is under way.
   *
   * @param calledByInitializer if a static initializer opens it, the methods that this has called
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

  /** Whether a static initializer that this method has caused to run opened a resource. */
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
   * The openings since a construction began, without those in an owner's scope inside it, which
   * have their owner already.
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

  /** Whether more was opened since a construction began than is kept. */
  public boolean isCutShort(int begin) {
    return outermost != NONE && count - begin > kept.length;
  }

  /** Records the end of a construction. The end of the outermost one clears the log. */
  public void ends(int begin) {
    if (begin == outermost) {
      Arrays.fill(kept, 0, Math.min(count, kept.length), null);
      initialized = null;
      outermost = NONE;
    }
  }

  /** Notes what a construction has opened for its object, which is itself opened only later. */
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

  /** Whether anything was ever noted. */
  public boolean hasAwaited() {
    return awaited != null;
  }

  /** Returns what was last noted for an object, and forgets it; empty if there is nothing. */
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
