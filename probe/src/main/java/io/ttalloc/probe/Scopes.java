package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/** Records that a thread enters and leaves scopes, and gives what was opened there its owner. */
final class Scopes {
  private final Tracked tracked;

  Scopes(Tracked tracked) {
    this.tracked = tracked;
  }

  int enter(ThreadState thread, @Nullable Object owner, int scope) {
    return thread.scopes.enter(tracked.rules.scope(scope).kind, scope, tracked.openOwner(owner));
  }

  void exit(ThreadState thread, int token, @Nullable Object object) {
    ScopeStack stack = thread.scopes;
    int waiting = stack.waits(token) ? stack.pendingOf(token) : 0;
    if (waiting == 0) {
      stack.exit(token);
      return;
    }
    Resource[] children = new Resource[waiting];
    for (int i = 0; i < waiting; i++) {
      children[i] = stack.pending(token, i);
    }
    stack.exit(token);
    Owner owner = tracked.openOwner(object);
    for (Resource child : children) {
      Owner parent = child == owner || owner == null ? stack.owner() : owner;
      if (parent != null) {
        tracked.adopt(thread, child, parent);
      } else {
        stack.await(child);
      }
    }
  }
}
