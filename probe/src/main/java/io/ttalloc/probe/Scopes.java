package io.ttalloc.probe;

import io.ttalloc.probe.ProbeRules.ScopeKind;
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
    if (tracked.rules.scope(scope).kind == ScopeKind.INFRASTRUCTURE) {
      for (Resource opened : constructions.since(begin, Integer.MAX_VALUE)) {
        infrastructure(thread, opened, scope);
      }
    } else {
      Owner owner = tracked.openOwner(object);
      if (owner != null) {
        String method = tracked.rules.scope(scope).name;
        for (Resource opened : constructions.since(begin, thread.scopes.owners())) {
          if (!constructions.isInitializedWithin(method, opened)) {
            adopt(thread, opened, owner);
          }
        }
      }
    }
    boolean cutShort = constructions.isCutShort(begin);
    constructions.ends(begin);
    if (cutShort) {
      throw new IllegalStateException(
          "more than " + ConstructionLog.MAX_KEPT + " were opened while one object was made");
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
      try {
        tracked.writeLink(thread, opened);
      } finally {
        completion.unpin(thread, opened);
      }
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
