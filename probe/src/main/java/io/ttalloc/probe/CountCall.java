package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * A call that its thread is in and that changes how many references to a resource there are: what
 * the method calls in turn on the same resource is part of it. Immutable; a thread's calls are
 * linked, innermost first.
 */
final class CountCall {
  /** Beyond so many, their ends must have been missed: the stack ended there. */
  private static final int MOST = 64;

  final Resource resource;

  /** How many references it adds. */
  final int change;

  private final @Nullable CountCall outer;
  private final int depth;

  private CountCall(Resource resource, int change, @Nullable CountCall outer) {
    this.resource = resource;
    this.change = change;
    this.outer = outer;
    this.depth = outer == null ? 1 : outer.depth + 1;
  }

  /** Whether a thread is in such a call on a resource. */
  static boolean isIn(ThreadState thread, Resource resource) {
    for (CountCall call = thread.counting; call != null; call = call.outer) {
      if (call.resource == resource) {
        return true;
      }
    }
    return false;
  }

  /** A call that is to {@link #begin}. */
  static CountCall of(ThreadState thread, Resource resource, int change) {
    CountCall innermost = thread.counting;
    boolean tooMany = innermost != null && innermost.depth == MOST;
    return new CountCall(resource, change, tooMany ? null : innermost);
  }

  /** Says that the thread is in this call. */
  CountCall begin(ThreadState thread) {
    thread.counting = this;
    return this;
  }

  /** Ends a call, and with it all inner ones, whose ends may never have come. */
  void end(ThreadState thread) {
    for (CountCall call = thread.counting; call != null; call = call.outer) {
      if (call == this) {
        thread.counting = outer;
        return;
      }
    }
  }
}
