package io.ttalloc.probe.hook;

import io.ttalloc.probe.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one kind on resources that a thread is in, innermost first. What a method calls in
 * turn on the same resource is part of its own call, also when it has closed the resource
 * meanwhile, as a reader may that has come to the end of its stream. Keeps no object from the
 * collector, since a {@link Resource} does not. Used by that thread alone.
 */
public final class Calls {
  /** Beyond so many, their ends must have been missed: the stack ended there. */
  private static final int MAX = 64;

  private @Nullable Call innermost;

  /** The outermost call that was {@linkplain #begin begun} last. */
  private @Nullable Call outermost;

  /** One call. It counts from its {@link #begin} on, which allocates nothing. */
  public static final class Call {
    /** The calls among which it is. */
    public final Calls kind;

    public Resource resource;

    /** The number of references that it adds; meaningless for other calls. */
    public final int change;

    private @Nullable Call outer;

    /** The call inside this one that was {@linkplain Calls#begin begun} last. */
    private @Nullable Call inner;

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

  /**
   * Begins a call in the place of an earlier one at the same depth: after a while this allocates
   * nothing, however many calls there are.
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

  /** Whether the thread is in a call on an object, which may have been opened again since. */
  public boolean hasOn(Object object) {
    for (Call call = innermost; call != null; call = call.outer) {
      if (call.resource.refersTo(object)) {
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
