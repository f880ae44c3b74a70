package io.ttalloc.probe.resource;

import io.ttalloc.probe.rule.ProbeRules;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * Finds the resource of an object: in the field that was woven into its class, or in a map by
 * identity. Never calls the object's own equals or hashCode. Thread-safe.
 */
public final class Resources {
  private final ClassFacts.All facts = new ClassFacts.All();
  private final WeakIdentityMap others = new WeakIdentityMap();
  public final KeyTable keys;

  /** The open resource of every slot. */
  public final ResourceTable table = new ResourceTable();

  /** Gets what the collector took. */
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
    // The field of a clone has the resource of the object that it was copied from.
    return found != null && found.refersTo(object) ? found : null;
  }

  public @Nullable Resource find(@Nullable Object object) {
    return object == null || !ClassFacts.mayBeKnown(object.getClass())
        ? null
        : find(object, factsOf(object));
  }

  /** The resource of an object if it is an owner and open; else null. */
  public @Nullable Owner openOwner(@Nullable Object object) {
    return find(object) instanceof Owner owner && owner.isOpen() ? owner : null;
  }

  /**
   * Whether an object has the resource of another one: it is a clone, or a test framework's copy of
   * all fields.
   */
  public boolean isCopy(Object object) {
    if (!ClassFacts.mayBeKnown(object.getClass())) {
      return false;
    }
    ClassFacts of = factsOf(object);
    Resource found = of.hasField() ? of.get(object) : null;
    return found != null && !found.refersTo(object);
  }

  /** Forgets a closed resource, if nothing needs to find it again. */
  public void forget(Resource closed) {
    if (closed instanceof WeakIdentityMap.Forgotten forgotten) {
      others.remove(forgotten);
    }
  }

  /**
   * Makes this the resource of an object. Two threads may call the method that opens it at the same
   * time.
   *
   * @return what stood in the object's field before; {@link ClassFacts#OPEN} if another thread has
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
