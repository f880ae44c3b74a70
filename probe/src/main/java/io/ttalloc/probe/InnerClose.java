package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * A close that another close of the same resource has called, such as that of its super class. Once
 * it has ended the resource is closed, whatever the outer one throws afterwards. Those that have
 * ended within closes that their thread is still in are linked, the latest first.
 */
final class InnerClose {
  /** Beyond so many, the ends of the outer ones must have been missed. */
  private static final int MOST = 64;

  private final Resource resource;
  private @Nullable InnerClose earlier;
  private int depth;

  InnerClose(Resource resource) {
    this.resource = resource;
  }

  /** It has ended and thrown nothing. */
  void ended(ThreadState thread) {
    InnerClose latest = thread.innerClosed;
    boolean tooMany = latest != null && latest.depth == MOST;
    earlier = tooMany ? null : latest;
    depth = earlier == null ? 1 : earlier.depth + 1;
    thread.innerClosed = this;
  }

  /** The outermost close of a resource ends; returns whether an inner one has closed it. */
  static boolean endOuter(ThreadState thread, Resource resource) {
    boolean found = false;
    for (InnerClose each = thread.innerClosed; each != null; each = each.earlier) {
      if (each.resource == resource) {
        found = true;
        // Those that came later were within this one as well.
        thread.innerClosed = each.earlier;
      }
    }
    return found;
  }
}
