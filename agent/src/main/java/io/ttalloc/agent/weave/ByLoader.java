package io.ttalloc.agent.weave;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of class loaders, for as long as these live. Two loaders are never taken for one, and
 * neither their {@code equals} nor their {@code hashCode} is called: those are the application's
 * code. Not thread-safe.
 */
final class ByLoader<V> {
  /** Equal to itself, so that one whose loader is gone can be removed. */
  private static final class Key extends WeakReference<ClassLoader> {
    private final int hash;

    Key(ClassLoader loader, @Nullable ReferenceQueue<ClassLoader> gone) {
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

  private final Map<Key, V> values = new HashMap<>();
  private final ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
  private @Nullable V ofBoot;

  /** The value of a loader; of the boot loader, if that is null. */
  @Nullable V get(@Nullable ClassLoader loader) {
    return loader == null ? ofBoot : values.get(new Key(loader, null));
  }

  void put(@Nullable ClassLoader loader, V value) {
    if (loader == null) {
      ofBoot = value;
      return;
    }
    for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
      values.remove(each);
    }
    values.put(new Key(loader, gone), value);
  }
}
