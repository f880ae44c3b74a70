package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * Stands for a resource that the program knows only by a number: an address, or what a native
 * library calls a handle. Everything else in the probe treats it as the resource's object.
 *
 * <p>A number that is given out again after its close gets another of these.
 */
final class Keyed {
  /** What its rule calls it: equal numbers of different types are different resources. */
  final String type;

  final long value;

  /** Its resource; null before the opening is recorded. {@link ClassFacts} reads and sets it. */
  volatile @Nullable Object resource;

  Keyed(String type, long value) {
    this.type = type;
    this.value = value;
  }

  /** Whether it is open, is being opened, or a close of it has not ended. */
  boolean isPending() {
    return resource instanceof Resource known && known.status() <= Resource.CLOSING;
  }

  /** Whether it is open or being opened. */
  boolean isOpen() {
    return resource instanceof Resource known && known.status() <= Resource.OPEN;
  }
}
