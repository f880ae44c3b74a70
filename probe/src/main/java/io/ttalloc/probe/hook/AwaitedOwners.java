package io.ttalloc.probe.hook;

import io.ttalloc.probe.resource.Resource;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * What constructors that are scopes have opened for an object which is itself opened only later, by
 * the constructor of a subclass or by a method. The object gets it then. Used by one thread alone.
 */
public final class AwaitedOwners {
  /** The oldest are forgotten: an object whose constructor threw never comes. */
  static final int MOST = 64;

  private static final Resource[] NOTHING = {};

  private static final class Awaited extends WeakReference<Object> {
    final Resource[] opened;

    Awaited(Object object, Resource[] opened) {
      super(object);
      this.opened = opened;
    }
  }

  private final List<Awaited> all = new ArrayList<>(0);

  /** Notes what was opened for an object. */
  public void add(Object object, Resource[] opened) {
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).refersTo(null)) {
        Awaited ignored = all.remove(i);
      }
    }
    if (all.size() >= MOST) {
      Awaited ignored = all.remove(0);
    }
    boolean ignored = all.add(new Awaited(object, opened));
  }

  /** What was last noted for an object, which is forgotten then; empty if there is nothing. */
  public Resource[] take(Object object) {
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).refersTo(object)) {
        return all.remove(i).opened;
      }
    }
    return NOTHING;
  }
}
