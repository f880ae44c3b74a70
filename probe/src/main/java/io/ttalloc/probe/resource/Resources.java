package io.ttalloc.probe.resource;

import io.ttalloc.probe.rule.ProbeRules;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * Finds the resource of an object: in the field that was woven into its class, or in an identity
 * map. Never calls the object's own equals or hashCode. Thread-safe.
 */
public final class Resources {
  private final ClassFacts.All facts = new ClassFacts.All();
  private final WeakIdentityMap others = new WeakIdentityMap();
  public final KeyTable keys;

  /** The open resource of every slot. */
  public final ResourceTable table = new ResourceTable();

  /** Receives the resources whose objects were collected. */
  public final ReferenceQueue<Object> queue = new ReferenceQueue<>();

  public Resources(ProbeRules rules) {
    this.keys = new KeyTable(rules);
  }

  public ClassFacts factsOf(Object object) {
    return facts.get(object.getClass());
  }

  /** The resource of an object, open or not; null if it was never opened. */
  public @Nullable Resource find(Object object, ClassFacts of) {
    Resource found = of.hasField() ? of.get(object) : others.find(object);
    // The field of a clone contains the resource of the original object.
    return found != null && found.refersTo(object) ? found : null;
  }

  public @Nullable Resource find(@Nullable Object object) {
    return object == null || !ClassFacts.mayBeKnown(object.getClass())
        ? null
        : find(object, factsOf(object));
  }

  /** The resource of an object if it is an open owner; otherwise null. */
  public @Nullable Owner openOwner(@Nullable Object object) {
    return find(object) instanceof Owner owner && owner.isOpen() ? owner : null;
  }

  /**
   * Whether an object's field contains the resource of another object, because the object is a
   * clone, or a test framework has copied all fields to it.
   */
  public boolean isCopy(Object object) {
    if (!ClassFacts.mayBeKnown(object.getClass())) {
      return false;
    }
    ClassFacts of = factsOf(object);
    Resource found = of.hasField() ? of.get(object) : null;
    return found != null && !found.refersTo(object);
  }

  /** Removes a closed resource that will never be looked up again. */
  public void forget(Resource closed) {
    if (closed instanceof WeakIdentityMap.Forgotten forgotten) {
      others.remove(forgotten);
    }
  }

  /**
   * Makes a resource the current resource of an object. Two threads may call the method that opens
   * the object at the same time.
   *
   * @return the previous value of the object's field; {@link ClassFacts#OPEN} if another thread has
   *     just opened the object
   */
  public @Nullable Object put(Object object, ClassFacts of, Resource resource) {
    Object before =
        of.hasField()
            ? of.set(object, resource)
            : others.put(object, resource) ? null : ClassFacts.OPEN;
    boolean keeps = before != ClassFacts.OPEN && object instanceof Keyed;
    return keeps && !keys.keep((Keyed) object) ? ClassFacts.OPEN : before;
  }
}
