package io.ttalloc.probe.hook;

import io.ttalloc.probe.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The calls that a thread is in and that began before their resource was closed: what the method
 * calls in turn on the same resource is part of its call, also when it has closed the resource
 * meanwhile, as a reader may that has come to the end of its stream.
 *
 * <p>Calls are linked, innermost first, and each is used again for the next call at its depth:
 * after a while none is allocated. Keeps no object from the collector, since a {@link Resource}
 * does not. Used by that thread alone.
 */
public final class Uses {
  /** Beyond calls on so many resources, ends must have been missed for lack of stack. */
  private static final int MAX = 64;

  /** One call. The outermost stands for none. */
  public static final class Use {
    private final Uses all;
    private final @Nullable Use outer;
    private final int depth;
    private @Nullable Resource resource;

    /** The call inside this one, or the last there was. */
    private @Nullable Use inner;

    private Use(Uses all, @Nullable Use outer) {
      this.all = all;
      this.outer = outer;
      this.depth = outer == null ? 0 : outer.depth + 1;
    }

    /** Ends the call, and with it all inner ones, whose ends may never have come. */
    public void end() {
      for (Use use = all.innermost; use != null; use = use.outer) {
        if (use == this) {
          all.innermost = outer == null ? this : outer;
          resource = null;
          return;
        }
      }
    }
  }

  private final Use none = new Use(this, null);
  private Use innermost = none;

  /** A call begins; null if it is part of another one on this resource. */
  public @Nullable Use begin(Resource resource) {
    for (Use use = innermost; use != null; use = use.outer) {
      if (use.resource == resource) {
        return null;
      }
    }
    Use outer = innermost.depth == MAX ? none : innermost;
    Use begun = outer.inner;
    if (begun == null) {
      begun = new Use(this, outer);
      outer.inner = begun;
    }
    begun.resource = resource;
    innermost = begun;
    return begun;
  }

  /** Whether the thread is in such a call on an object, which may have been opened again since. */
  public boolean has(Object object) {
    for (Use use = innermost; use != null; use = use.outer) {
      Resource used = use.resource;
      if (used != null && used.refersTo(object)) {
        return true;
      }
    }
    return false;
  }
}
