package io.ttalloc.probe.resource;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a resource that the program knows only by a number: an address, or what a native
 * library calls a handle. Everything else in the probe treats it as the resource's object.
 *
 * <p>A number that is given out again after its close gets another of these.
 */
public final class Keyed {
  /**
   * The object in which a number is unique. Does not keep it: a pool that the program has dropped
   * is collected, and its numbers stay open, since nothing has closed what they stand for.
   */
  static final class Pool extends WeakReference<Object> {
    /** Its identity, also when it is gone. */
    final int hash;

    Pool(Object owner) {
      super(owner);
      this.hash = System.identityHashCode(owner);
    }
  }

  /** The rule's name for it: equal numbers of different types are different resources. */
  final String type;

  public final long value;

  /** The object in which the number is unique; null if it is unique everywhere. */
  public final @Nullable Pool of;

  /** Its resource; null before the opening is recorded. {@link ClassFacts} reads and sets it. */
  public volatile @Nullable Object resource;

  Keyed(String type, long value, @Nullable Pool of) {
    this.type = type;
    this.value = value;
    this.of = of;
  }

  /** Whether its number is one of an object; null stands for none. */
  boolean isOf(@Nullable Object owner) {
    return owner == null ? of == null : of != null && of.refersTo(owner);
  }

  /** The object that {@link #isOf} is true for; this one if that object is gone. */
  @Nullable Object owner() {
    Object owner = of == null ? null : of.get();
    return owner == null && of != null ? this : owner;
  }

  /** The identity of that object, also when it is gone; 0 if there is none. */
  int ownerHash() {
    return of == null ? 0 : of.hash;
  }

  /** Whether it is open, is being opened, or a close of it has not ended. */
  boolean isPending() {
    return resource instanceof Resource known && known.status() <= Resource.CLOSING;
  }

  /** Whether it is open or being opened. */
  public boolean isOpen() {
    return resource instanceof Resource known && known.status() <= Resource.OPEN;
  }
}
