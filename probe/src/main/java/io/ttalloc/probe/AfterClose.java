package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * A call on a closed resource that its thread is in: what the method calls in turn on the same
 * resource is part of it. Immutable; a thread's calls are linked, innermost first.
 */
final class AfterClose {
  /** Beyond so many, their ends must have been missed: the stack ended there. */
  private static final int MOST = 64;

  final Resource resource;
  private final ThreadState thread;
  private final @Nullable AfterClose outer;
  private final int depth;

  private AfterClose(ThreadState thread, Resource resource, @Nullable AfterClose outer) {
    this.thread = thread;
    this.resource = resource;
    this.outer = outer;
    this.depth = outer == null ? 1 : outer.depth + 1;
  }

  /** A call that begins; null if the thread is in a call on this resource already. */
  static @Nullable AfterClose of(ThreadState thread, Resource resource) {
    AfterClose innermost = thread.afterClose;
    for (AfterClose call = innermost; call != null; call = call.outer) {
      if (call.resource == resource) {
        return null;
      }
    }
    boolean tooMany = innermost != null && innermost.depth == MOST;
    return new AfterClose(thread, resource, tooMany ? null : innermost);
  }

  /** Says that the thread is in this call. */
  AfterClose begin() {
    thread.afterClose = this;
    return this;
  }

  /** Ends a call, and with it all inner ones, whose ends may never have come. */
  void end() {
    for (AfterClose call = thread.afterClose; call != null; call = call.outer) {
      if (call == this) {
        thread.afterClose = outer;
        return;
      }
    }
  }
}
