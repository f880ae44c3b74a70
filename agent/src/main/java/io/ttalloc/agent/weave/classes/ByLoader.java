package io.ttalloc.agent.weave.classes;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A map from class loaders to values, which keeps each value as long as its loader lives. Two
 * loaders are never confused, and neither their {@code equals} nor their {@code hashCode} is
 * called, since these are application code. Thread-safe; a look-up takes no lock and creates no
 * weak reference, since there is a look-up for each class that is loaded.
 */
public final class ByLoader<V> {
  /**
   * The key of a value. It equals itself even after its loader is gone, so that it can be removed.
   */
  private static final class Key extends WeakReference<ClassLoader> {
    private final int hash;

    Key(ClassLoader loader, ReferenceQueue<ClassLoader> gone) {
      super(loader, gone);
      hash = System.identityHashCode(loader);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      ClassLoader loader = get();
      return loader != null && other instanceof Key key && loader == key.get();
    }
  }

  /** The key of a look-up. The map calls the equals method of this key, not of the stored key. */
  private record Sought(ClassLoader loader) {
    @Override
    public int hashCode() {
      return System.identityHashCode(loader);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && loader == key.get();
    }
  }

  private final ConcurrentHashMap<Object, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
  private volatile @Nullable V ofBoot;

  /** The value of a loader; null if it has none. A null loader stands for the boot loader. */
  public @Nullable V get(@Nullable ClassLoader loader) {
    return loader == null ? ofBoot : values.get(new Sought(loader));
  }

  /**
   * Sets the value of a loader unless it has one already. Returns the value that the loader has
   * afterwards.
   */
  public V putIfAbsent(@Nullable ClassLoader loader, V value) {
    if (loader == null) {
      return ofBootOr(value);
    }
    for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
      values.remove(each);
    }
    V before = values.putIfAbsent(new Key(loader, gone), value);
    return before == null ? value : before;
  }

  private synchronized V ofBootOr(V value) {
    V before = ofBoot;
    if (before == null) {
      ofBoot = value;
      return value;
    }
    return before;
  }
}
