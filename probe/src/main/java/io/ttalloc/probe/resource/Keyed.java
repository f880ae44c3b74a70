package io.ttalloc.probe.resource;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Represents a resource that the program knows only by a number: an address, or what a native
 * library calls a handle. Everything else in the probe treats it as the resource's object.
 *
 * <p>A number that is reused after its close is represented by a new object.
 */
public final class Keyed {
  /**
   * The object within which a number is unique. Does not keep the object reachable: if the program
   * drops a pool, the pool is collected, but its numbers stay open, since nothing has closed their
   * resources.
   */
  static final class Pool extends WeakReference<Object> {
    /** The identity hash of the pool, available even after the pool was collected. */
    final int hash;

    Pool(Object owner) {
      super(owner);
      this.hash = System.identityHashCode(owner);
    }
  }

  /** The name of the type in the rule: equal numbers of different types are different resources. */
  final String type;

  public final long value;

  /** The object in which the number is unique; null if it is unique everywhere. */
  public final @Nullable Pool of;

  /**
   * The current resource of the number; null before the opening is recorded. {@link ClassFacts}
   * reads and sets it.
   */
  public volatile @Nullable Object resource;

  Keyed(String type, long value, @Nullable Pool of) {
    this.type = type;
    this.value = value;
    this.of = of;
  }

  /**
   * Whether the number belongs to the given owner; null stands for numbers that are unique
   * everywhere.
   */
  boolean isOf(@Nullable Object owner) {
    return owner == null ? of == null : of != null && of.refersTo(owner);
  }

  /**
   * The owner for which {@link #isOf} returns true. If it was collected, returns this object, for
   * which {@link #isOf} is never true.
   */
  @Nullable Object owner() {
    Object owner = of == null ? null : of.get();
    return owner == null && of != null ? this : owner;
  }

  /**
   * The identity hash of the owner, available even after the owner was collected; 0 if there is no
   * owner.
   */
  int ownerHash() {
    return of == null ? 0 : of.hash;
  }

  /** Whether the resource is open, being opened, or being closed. */
  boolean isPending() {
    return resource instanceof Resource known && known.status() <= Resource.CLOSING;
  }

  /** Whether the resource is open or being opened. */
  public boolean isOpen() {
    return resource instanceof Resource known && known.status() <= Resource.OPEN;
  }
}
