package io.ttalloc.probe.hook;

import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeRules.ScopeKind;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The scopes that one thread is in, innermost last.
 *
 * <p>Leaving a scope resets the depth to its value before the scope was entered, so a scope whose
 * exit was missed ends together with the enclosing scope. The number of scopes is bounded, in case
 * the exit of the enclosing scope is missed as well.
 */
public final class ScopeStack {
  private static final int MAX_DEPTH = 256;

  private static final class Frame {
    /** The owner of resources opened now; null if there is none. */
    @Nullable Owner owner;

    /** The index of the scope that set the owner. */
    int ownerScope;

    /** The number of owner scopes from the outermost one to this one. */
    int owners;

    /** Scope index of the innermost infrastructure scope, -1 = none. */
    int infrastructure = -1;

    boolean reclaiming;
  }

  private Frame[] frames = new Frame[0];
  private int depth;

  /** Resources opened in constructors and factories, whose owner is not known yet. */
  public final ConstructionLog constructions = new ConstructionLog();

  /**
   * Enters a scope.
   *
   * @param owner the owner to which the scope belongs; null if the scope is not an owner scope
   * @return the token to pass to {@link #exit}; -1 if too many scopes are nested
   */
  public int enter(ScopeKind kind, int scope, @Nullable Owner owner) {
    if (depth == MAX_DEPTH) {
      return -1;
    }
    if (depth == frames.length) {
      Frame[] more = Arrays.copyOf(frames, depth + 8);
      for (int i = depth; i < more.length; i++) {
        more[i] = new Frame();
      }
      // Assigned only when complete, since an allocation fails if the heap is full.
      frames = more;
    }
    Frame outer = depth == 0 ? null : frames[depth - 1];
    Frame frame = frames[depth];
    frame.owner = outer == null ? null : outer.owner;
    frame.ownerScope = outer == null ? 0 : outer.ownerScope;
    frame.owners = outer == null ? 0 : outer.owners;
    frame.infrastructure = outer == null ? -1 : outer.infrastructure;
    frame.reclaiming = outer != null && outer.reclaiming;
    switch (kind) {
      case OWNER -> {
        frame.owner = owner;
        frame.ownerScope = scope;
        frame.owners++;
      }
      case INFRASTRUCTURE -> frame.infrastructure = scope;
      case RECLAIM -> frame.reclaiming = true;
    }
    return depth++;
  }

  /** Leaves a scope and all inner ones. */
  public void exit(int token) {
    for (int i = token; i < depth; i++) {
      frames[i].owner = null;
    }
    depth = Math.min(depth, token);
  }

  /** The owner of resources opened now; null if there is none, or it is not known yet. */
  public @Nullable Owner owner() {
    return depth == 0 ? null : frames[depth - 1].owner;
  }

  /** Whether resources opened now have an owner, or may get one when a construction ends. */
  public boolean mayGiveAnOwner() {
    return depth != 0 || constructions.areUnderWay();
  }

  /** Whether the current owner was set by the scope of one of the given methods. */
  public boolean ownerScopeIsIn(Set<String> methods, ProbeRules rules) {
    return depth != 0 && methods.contains(rules.scope(frames[depth - 1].ownerScope).name());
  }

  /** The number of owner scopes that the thread is in. */
  public int owners() {
    return depth == 0 ? 0 : frames[depth - 1].owners;
  }

  /** Whether the thread is in a scope of this owner. */
  public boolean isIn(Owner owner) {
    for (int i = 0; i < depth; i++) {
      if (frames[i].owner == owner) {
        return true;
      }
    }
    return false;
  }

  /** The index of the innermost infrastructure scope; -1 if there is none. */
  public int infrastructure() {
    return depth == 0 ? -1 : frames[depth - 1].infrastructure;
  }

  public boolean reclaiming() {
    return depth != 0 && frames[depth - 1].reclaiming;
  }
}
