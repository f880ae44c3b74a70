package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * A call that its thread is in and that began before the resource was closed: what the method calls
 * in turn on the same resource is part of it, also when it has closed the resource meanwhile, as a
 * reader may that has come to the end of its stream.
 *
 * <p>A thread's calls are linked, innermost first, and each is used again for the next call at its
 * depth: after a while none is allocated. Keeps no object from the collector, since a {@link
 * Resource} does not. Used by that thread alone.
 */
final class Use {
  /** Beyond calls on so many resources, ends must have been missed for lack of stack. */
  private static final int MOST = 64;

  private final ThreadState thread;
  private final @Nullable Use outer;
  private final int depth;
  private @Nullable Resource resource;

  /** The call inside this one, or the last there was. */
  private @Nullable Use inner;

  private Use(ThreadState thread, @Nullable Use outer) {
    this.thread = thread;
    this.outer = outer;
    this.depth = outer == null ? 0 : outer.depth + 1;
  }

  /** Stands outside of all calls of a thread. */
  static Use none(ThreadState thread) {
    return new Use(thread, null);
  }

  /**
   * A call begins. What has to be recorded is one on a closed resource alone.
   *
   * @return what {@link #end(Object)} needs; null if nothing comes of the call
   */
  static @Nullable Object of(Recorder recorder, Object object) {
    try {
      Resource known = recorder.tracked.resources.find(object);
      if (known == null || known.status() > Resource.SETTLED) {
        return null;
      }
      if (known.isClosed()) {
        return recorder.usedAfterClose(object);
      }
      StackRoom.check();
      ThreadState thread = recorder.threads.get();
      return thread.busy ? null : begin(thread, known);
    } catch (Throwable e) {
      recorder.failed(e);
      return null;
    }
  }

  /** Ends a call, by what {@link #of} returned. */
  static void end(Object token) {
    if (token instanceof Use use) {
      use.end();
    } else if (token instanceof AfterClose call) {
      call.end();
    }
  }

  /** A call begins; null if it is part of another one on this resource. */
  private static @Nullable Use begin(ThreadState thread, Resource resource) {
    Use innermost = thread.use;
    for (Use use = innermost; use != null; use = use.outer) {
      if (use.resource == resource) {
        return null;
      }
    }
    if (innermost.depth == MOST) {
      innermost = innermost.outermost();
    }
    Use begun = innermost.inner;
    if (begun == null) {
      begun = new Use(thread, innermost);
      innermost.inner = begun;
    }
    begun.resource = resource;
    thread.use = begun;
    return begun;
  }

  private Use outermost() {
    Use use = this;
    for (Use next = outer; next != null; next = next.outer) {
      use = next;
    }
    return use;
  }

  /** Whether a thread is in such a call on an object, which may have been opened again since. */
  static boolean isIn(ThreadState thread, Object object) {
    for (Use use = thread.use; use != null; use = use.outer) {
      Resource used = use.resource;
      if (used != null && used.refersTo(object)) {
        return true;
      }
    }
    return false;
  }

  /** Ends the call, and with it all inner ones, whose ends may never have come. */
  private void end() {
    for (Use use = thread.use; use != null; use = use.outer) {
      if (use == this) {
        thread.use = outer == null ? this : outer;
        resource = null;
        return;
      }
    }
  }
}
