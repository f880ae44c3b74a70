package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * Finds the resource of an object: in the field that was woven into its class, or in a map by
 * identity. Never calls the object's own equals or hashCode. Thread-safe.
 */
final class Resources {
  private final ClassFacts.All facts = new ClassFacts.All();
  private final WeakIdentityMap others = new WeakIdentityMap();
  final KeyTable keys;

  Resources(ProbeRules rules) {
    this.keys = new KeyTable(rules);
  }

  ClassFacts factsOf(Object object) {
    return facts.get(object.getClass());
  }

  /** The resource of an object, open or not; null if it was never opened. */
  @Nullable Resource find(Object object, ClassFacts of) {
    Resource found = of.hasField() ? of.get(object) : others.find(object);
    // The field of a clone has the resource of the object that it was copied from.
    return found != null && found.refersTo(object) ? found : null;
  }

  @Nullable Resource find(@Nullable Object object) {
    return object == null || !ClassFacts.mayBeKnown(object.getClass())
        ? null
        : find(object, factsOf(object));
  }

  /**
   * Whether an object has the resource of another one: it is a clone, or a test framework's copy of
   * all fields.
   */
  boolean isCopy(Object object) {
    if (!ClassFacts.mayBeKnown(object.getClass())) {
      return false;
    }
    ClassFacts of = factsOf(object);
    Resource found = of.hasField() ? of.get(object) : null;
    return found != null && !found.refersTo(object);
  }

  /** Forgets what is closed, if nobody needs to find it again. */
  void forget(Resource closed) {
    if (closed instanceof ForgottenResource forgotten) {
      others.remove(forgotten);
    }
  }

  /**
   * Makes this the resource of an object; false if another thread has just opened the object: two
   * threads may call the method that opens it at the same time.
   */
  boolean put(ThreadState thread, Object object, ClassFacts of, Resource resource) {
    boolean first = of.hasField() ? of.set(object, resource, thread) : others.put(object, resource);
    return first && (!(object instanceof Keyed keyed) || keys.keep(keyed));
  }
}
