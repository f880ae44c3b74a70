package io.ttalloc.probe.hook;

import io.ttalloc.probe.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one kind that a thread is currently in, innermost first. A nested call on the same
 * resource is part of the outer call, even if the outer one has closed the resource meanwhile, as a
 * reader may do at the end of its stream. Does not keep objects reachable, since a {@link Resource}
 * does not keep its object reachable. Used by that thread alone.
 */
public final class Calls {
  /**
   * The maximum number of nested calls. If there are more, the ends of some must have been missed
   * because the stack overflowed.
   */
  private static final int MAX = 64;

  private @Nullable Call innermost;

  /**
   * The most recent outermost call that was {@linkplain #begin(Resource) begun}; kept for reuse.
   */
  private @Nullable Call outermost;

  /** One call. It takes effect with {@link #begin}, which allocates nothing. */
  public static final class Call {
    /** The list to which this call belongs. */
    public final Calls kind;

    public Resource resource;

    /** The number of references that the call adds; meaningless if it does not change a count. */
    public final int change;

    private @Nullable Call outer;

    /**
     * The most recent call directly inside this one that was {@linkplain Calls#begin(Resource)
     * begun}; kept for reuse.
     */
    private @Nullable Call inner;

    private int depth;

    private Call(Calls kind, Resource resource, int change) {
      this.kind = kind;
      this.resource = resource;
      this.change = change;
    }

    /** Records that the thread is in this call. */
    public Call begin() {
      Call before = kind.innermost;
      outer = before != null && before.depth == MAX ? null : before;
      depth = outer == null ? 1 : outer.depth + 1;
      kind.innermost = this;
      return this;
    }

    /** Ends a call, and all calls inside it, whose ends may have been missed. */
    public void end() {
      for (Call call = kind.innermost; call != null; call = call.outer) {
        if (call == this) {
          kind.innermost = outer;
          return;
        }
      }
    }
  }

  /** Creates a call, which the caller {@linkplain Call#begin begins} later. */
  public Call on(Resource resource, int change) {
    return new Call(this, resource, change);
  }

  /**
   * Begins a call. Reuses the object of an earlier call at the same depth, so that after a while
   * nothing is allocated, whatever the number of calls.
   */
  public Call begin(Resource resource) {
    Call outer = innermost == null || innermost.depth == MAX ? null : innermost;
    Call call = outer == null ? outermost : outer.inner;
    if (call == null) {
      call = on(resource, 0);
      if (outer == null) {
        outermost = call;
      } else {
        outer.inner = call;
      }
    }
    call.resource = resource;
    return call.begin();
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

  /**
   * Whether the thread is in a call on an object, even if the object has been opened again since.
   */
  public boolean hasOn(Object object) {
    for (Call call = innermost; call != null; call = call.outer) {
      if (call.resource.refersTo(object)) {
        return true;
      }
    }
    return false;
  }

  /** Ends all calls on a resource and all calls inside them; returns false if there are none. */
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
