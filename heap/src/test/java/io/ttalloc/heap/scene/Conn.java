package io.ttalloc.heap.scene;

import org.jspecify.annotations.Nullable;

/**
 * The resource of the scenes. It has the field that the agent injects; an instance takes 24 bytes.
 */
public class Conn implements Cloneable, Comparable<Conn> {
  @Nullable Object $ttAllocResource;
  @Nullable Object content;

  @Override
  public int compareTo(Conn other) {
    return 0;
  }

  @Override
  public Conn clone() {
    try {
      return (Conn) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** A resource with a finalizer, which must run before the resource is collected. */
  static final class Finalized extends Conn {
    @Override
    @SuppressWarnings({"deprecation", "removal", "Finalize"})
    protected void finalize() {
      content = "The JVM ignores a finalizer that does nothing.";
    }
  }
}
