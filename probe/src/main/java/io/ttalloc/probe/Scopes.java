package io.ttalloc.probe;

import io.ttalloc.probe.ProbeRules.ScopeKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Records that a thread enters and leaves scopes, and gives an owner to what was opened there.
 *
 * <p>There are two kinds of scopes. Where the owner is known, the scope is in force from its begin
 * on. Where it is not (in a constructor or a static factory), what was opened is written down and
 * gets its owner when the scope ends.
 */
final class Scopes {
  /** The bit that marks the token of the second kind. */
  private static final int CONSTRUCTION = 1 << 30;

  private final Tracked tracked;
  private final CloseCompletion completion;

  Scopes(Tracked tracked, CloseCompletion completion) {
    this.tracked = tracked;
    this.completion = completion;
  }

  int enter(ThreadState thread, @Nullable Object object, int scope) {
    ProbeRules.Scope entered = tracked.rules.scope(scope);
    Owner owner = tracked.openOwner(object);
    return entered.ofConstructor || (entered.kind == ScopeKind.OWNER && owner == null)
        ? thread.scopes.constructions.begins() | CONSTRUCTION
        : thread.scopes.enter(entered.kind, scope, owner);
  }

  void exit(ThreadState thread, int token, int scope, @Nullable Object object) {
    if ((token & CONSTRUCTION) == 0) {
      thread.scopes.exit(token);
      return;
    }
    int begin = token & ~CONSTRUCTION;
    ConstructionLog constructions = thread.scopes.constructions;
    boolean cutShort = constructions.isCutShort(begin);
    try {
      if (tracked.rules.scope(scope).kind == ScopeKind.INFRASTRUCTURE) {
        for (Resource opened : constructions.since(begin, Integer.MAX_VALUE)) {
          infrastructure(thread, opened, scope);
        }
      } else {
        give(thread, begin, scope, object);
      }
    } finally {
      constructions.ends(begin);
    }
    if (cutShort) {
      throw new IllegalStateException(
          "more than " + ConstructionLog.MAX_KEPT + " were opened while one object was made");
    }
  }

  /** Gives what was opened since a construction began to its object, now or once it is opened. */
  private void give(ThreadState thread, int begin, int scope, @Nullable Object object) {
    Owner owner = tracked.openOwner(object);
    boolean comes =
        owner == null
            && object != null
            && tracked.rules.scope(scope).ofConstructor
            && tracked.rules.opening.areIn(object.getClass());
    if (owner == null && !comes) {
      return;
    }
    ConstructionLog constructions = thread.scopes.constructions;
    Resource[] all = constructions.since(begin, thread.scopes.owners());
    String method = tracked.rules.scope(scope).name;
    int n = 0;
    for (Resource opened : all) {
      if (!constructions.isInitializedWithin(method, opened)) {
        all[n++] = opened;
      }
    }
    Resource[] own = Arrays.copyOf(all, n);
    if (owner != null) {
      adopt(thread, own, owner);
    } else if (object != null && n > 0) {
      thread.scopes.awaited.add(object, own);
    }
  }

  /** An object was opened: it gets what constructors that are scopes have opened for it before. */
  void opened(ThreadState thread, Object object) {
    Resource[] own = thread.scopes.awaited.take(object);
    Owner owner = own.length == 0 ? null : tracked.openOwner(object);
    while (owner != null && own.length != 0) {
      adopt(thread, own, owner);
      own = thread.scopes.awaited.take(object);
    }
  }

  private void adopt(ThreadState thread, Resource[] all, Owner owner) {
    for (Resource opened : all) {
      adopt(thread, opened, owner);
    }
  }

  /**
   * Gives what an object has opened during its construction to it, unless it has an owner by now.
   */
  private void adopt(ThreadState thread, Resource opened, Owner owner) {
    if (opened == owner || !opened.pin()) {
      return;
    }
    try {
      Link before;
      do {
        before = opened.link();
        Owner already = Link.ownerOf(before);
        if (already != null && already != thread.scopes.owner()) {
          return;
        }
      } while (!tracked.relink(thread, opened, before, owner, Link.holdingOf(before)));
    } finally {
      tracked.writeLink(thread, opened);
      completion.unpin(thread, opened);
    }
  }

  private void infrastructure(ThreadState thread, Resource opened, int scope) {
    if (opened.pin()) {
      try {
        tracked.infrastructure(thread, opened, scope);
      } finally {
        completion.unpin(thread, opened);
      }
    }
  }
}
