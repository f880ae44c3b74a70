package io.ttalloc.probe.hook;

import io.ttalloc.probe.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one kind on resources that a thread is in, innermost first. What a method calls in
 * turn on the same resource is part of its own call. Used by that thread alone.
 */
public final class Calls {
  /** Beyond so many, their ends must have been missed: the stack ended there. */
  private static final int MAX = 64;

  private @Nullable Call innermost;

  /** One call. It counts from its {@link #begin} on, which allocates nothing. */
  public static final class Call {
    /** The calls among which it is. */
    public final Calls kind;

    public final Resource resource;

    /** How many references it adds, if that is what it does. */
    public final int change;

    private @Nullable Call outer;
    private int depth;

    private Call(Calls kind, Resource resource, int change) {
      this.kind = kind;
      this.resource = resource;
      this.change = change;
    }

    /** Says that the thread is in this call. */
    public Call begin() {
      Call before = kind.innermost;
      outer = before != null && before.depth == MAX ? null : before;
      depth = outer == null ? 1 : outer.depth + 1;
      kind.innermost = this;
      return this;
    }

    /** Ends a call, and with it all inner ones, whose ends may never have come. */
    public void end() {
      for (Call call = kind.innermost; call != null; call = call.outer) {
        if (call == this) {
          kind.innermost = outer;
          return;
        }
      }
    }
  }

  /** A call that is to {@linkplain Call#begin begin}. */
  public Call on(Resource resource, int change) {
    return new Call(this, resource, change);
  }

  /** Whether the thread is in a call on a resource. */
  public boolean has(Resource resource) {
    for (Call call = innermost; call != null; call = call.outer) {
      if (call.resource == resource) {
        return true;
      }
    }
    return false;
  }

  /** Ends all calls on a resource, and those inside them; false if there are none. */
  public boolean endAll(Resource resource) {
    boolean found = false;
    for (Call call = innermost; call != null; call = call.outer) {
      if (call.resource == resource) {
        found = true;
        innermost = call.outer;
      }
    }
    return found;
  }
}
