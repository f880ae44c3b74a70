package io.ttalloc.probe.own;

import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.commit.CloseCompletion;
import io.ttalloc.probe.commit.Links;
import io.ttalloc.probe.hook.ConstructionLog;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.Link;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.Resources;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeRules.ScopeKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Records that a thread enters and leaves scopes, and assigns an owner to the resources opened
 * there.
 *
 * <p>There are two kinds of scopes. If the owner is known, the scope takes effect when it begins.
 * If the owner is not known yet (in a constructor or a static factory), the opened resources are
 * listed and get their owner when the scope ends.
 */
public final class Scopes {
  /** The bit that marks the token of a scope whose owner is not known yet. */
  private static final int CONSTRUCTION = 1 << 30;

  private final LedgerWriter ledger;
  private final ProbeRules rules;
  private final Resources resources;
  private final Links links;
  private final CloseCompletion completion;

  public Scopes(
      LedgerWriter ledger,
      ProbeRules rules,
      Resources resources,
      Links links,
      CloseCompletion completion) {
    this.ledger = ledger;
    this.rules = rules;
    this.resources = resources;
    this.links = links;
    this.completion = completion;
  }

  public int enter(ThreadState thread, @Nullable Object object, int scope) {
    ProbeRules.Scope entered = rules.scope(scope);
    Owner owner = resources.openOwner(object);
    return entered.ofConstructor() || (entered.kind() == ScopeKind.OWNER && owner == null)
        ? thread.scopes.constructions.begins() | CONSTRUCTION
        : thread.scopes.enter(entered.kind(), scope, borrowerOf(owner, thread.scopes.owner()));
  }

  /**
   * Returns the outer owner if it has borrowed the inner owner and its close also closes the
   * resources that it owns; otherwise returns the inner owner. For example, a statement that a
   * program makes with a borrowed connection belongs to that connection, not to the pool's
   * connection inside, which stays open.
   */
  private @Nullable Owner borrowerOf(@Nullable Owner inner, @Nullable Owner outer) {
    if (inner == null || outer == null || inner == outer || !rules.freesOwned(outer.rule)) {
      return inner;
    }
    int slot = inner.slot();
    boolean lent = slot >= 0 && (ledger.slots().flags(slot) & SlotLayout.FLAG_INFRASTRUCTURE) != 0;
    return lent ? outer : inner;
  }

  public void exit(ThreadState thread, int token, int scope, @Nullable Object object) {
    if ((token & CONSTRUCTION) == 0) {
      thread.scopes.exit(token);
      return;
    }
    int begin = token & ~CONSTRUCTION;
    ConstructionLog constructions = thread.scopes.constructions;
    boolean cutShort = constructions.isCutShort(begin);
    try {
      if (rules.scope(scope).kind() == ScopeKind.INFRASTRUCTURE) {
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
          "more than "
              + ConstructionLog.MAX_KEPT
              + " resources were opened while one object was constructed");
    }
  }

  /**
   * Assigns everything that was opened since a construction began to the constructed object, now or
   * once the object is opened.
   */
  private void give(ThreadState thread, int begin, int scope, @Nullable Object object) {
    Owner owner = resources.openOwner(object);
    boolean comes =
        owner == null
            && object != null
            && rules.scope(scope).ofConstructor()
            && rules.opening.areIn(object.getClass());
    if (owner == null && !comes) {
      return;
    }
    ConstructionLog constructions = thread.scopes.constructions;
    Resource[] all = constructions.since(begin, thread.scopes.owners());
    String method = rules.scope(scope).name();
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
      constructions.await(object, own);
    }
  }

  /**
   * Called when an object was opened: assigns to it the resources that its constructors have opened
   * before, if these constructors are scopes.
   */
  public void opened(ThreadState thread, Object object) {
    ConstructionLog constructions = thread.scopes.constructions;
    Resource[] own = constructions.take(object);
    Owner owner = own.length == 0 ? null : resources.openOwner(object);
    while (owner != null && own.length != 0) {
      adopt(thread, own, owner);
      own = constructions.take(object);
    }
  }

  private void adopt(ThreadState thread, Resource[] all, Owner owner) {
    for (Resource opened : all) {
      adopt(thread, opened, owner);
    }
  }

  /**
   * Makes an object the owner of a resource that was opened during its construction, unless the
   * resource has by now an owner other than that of the current scope.
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
      } while (!links.change(thread, opened, before, owner, Link.holdingOf(before)));
    } finally {
      links.write(thread, opened);
      completion.unpin(thread, opened);
    }
  }

  /**
   * Marks a resource as opened in an infrastructure scope. The resource is pinned or being opened.
   */
  public void markInfrastructure(ThreadState thread, Resource resource, int scope) {
    Slots slots = ledger.slots();
    int text = ledger.text(rules.scope(scope).name());
    slots.addFlags(resource.slot(), SlotLayout.FLAG_INFRASTRUCTURE);
    slots.extensions().setInfrastructureScope(resource.slot(), text, thread.batch);
  }

  private void infrastructure(ThreadState thread, Resource opened, int scope) {
    if (opened.pin()) {
      try {
        markInfrastructure(thread, opened, scope);
      } finally {
        completion.unpin(thread, opened);
      }
    }
  }
}
