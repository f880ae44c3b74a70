package io.ttalloc.probe;

import java.lang.ref.WeakReference;

/**
 * The object in which a number is unique. Does not keep it: a pool that the program has dropped is
 * collected, and its numbers stay open, since nothing has closed what they stand for.
 */
final class NumberOwner extends WeakReference<Object> {
  /** Its identity, also when it is gone. */
  final int hash;

  NumberOwner(Object owner) {
    super(owner);
    this.hash = System.identityHashCode(owner);
  }
}
