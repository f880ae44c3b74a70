package io.ttalloc.probe;

import io.ttalloc.probe.ProbeRules.ScopeKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The scopes that one thread is in, innermost last.
 *
 * <p>Inside a constructor or a static factory the owner does not exist yet. What is opened there
 * waits in {@code pending} until the scope is left and its owner known; what has no owner then, and
 * the owner itself, belongs to the next scope outwards.
 *
 * <p>A scope is left by the depth at which it was entered, so one whose exit never came (a
 * constructor that threw: there is no place to hook) is left with the next one outside it. If there
 * is none, its frame stays, and the bounds below keep it harmless.
 */
final class ScopeStack {
  private static final int MAX_DEPTH = 256;
  private static final int MAX_PENDING = 4096;

  private static final class Frame {
    ScopeKind kind = ScopeKind.OWNER;

    /** Owner of what is opened; null while it is not known, or if nobody is. */
    @Nullable Owner owner;

    /** What is opened must wait: the innermost owner scope does not know its owner yet. */
    boolean waiting;

    int pendingStart;

    /** Scope index of the innermost infrastructure scope, -1 = none. */
    int infrastructure = -1;

    boolean reclaiming;
  }

  private Frame[] frames = new Frame[0];
  private int depth;
  private Resource[] pending = new Resource[0];
  private int pendingCount;

  /**
   * Enters a scope.
   *
   * @param owner null if it is not known yet
   * @return what {@link #exit} needs; -1 if the stack is too deep
   */
  int enter(ScopeKind kind, int scope, @Nullable Owner owner) {
    if (depth == MAX_DEPTH) {
      return -1;
    }
    if (depth == frames.length) {
      frames = Arrays.copyOf(frames, depth + 8);
      for (int i = depth; i < frames.length; i++) {
        frames[i] = new Frame();
      }
    }
    Frame outer = depth == 0 ? null : frames[depth - 1];
    Frame frame = frames[depth];
    frame.kind = kind;
    frame.pendingStart = pendingCount;
    frame.owner = outer == null ? null : outer.owner;
    frame.waiting = outer != null && outer.waiting;
    frame.infrastructure = outer == null ? -1 : outer.infrastructure;
    frame.reclaiming = outer != null && outer.reclaiming;
    switch (kind) {
      case OWNER -> {
        frame.owner = owner;
        frame.waiting = owner == null;
      }
      case INFRASTRUCTURE -> frame.infrastructure = scope;
      case RECLAIM -> frame.reclaiming = true;
    }
    return depth++;
  }

  /** Whether the scope that was entered here waits for its owner. */
  boolean waits(int token) {
    return token < depth && frames[token].kind == ScopeKind.OWNER && frames[token].waiting;
  }

  /** How many resources wait for the owner of the scope that was entered here. */
  int pendingOf(int token) {
    return pendingCount - frames[token].pendingStart;
  }

  /** One of those that wait. */
  Resource pending(int token, int index) {
    return pending[frames[token].pendingStart + index];
  }

  /**
   * Leaves a scope and all inside it. What waited for its owner is forgotten; in a scope that has
   * no owner at all, it waits for that of the next scope outwards.
   */
  void exit(int token) {
    if (token >= depth) {
      return;
    }
    for (int i = token; i < depth; i++) {
      frames[i].owner = null;
    }
    boolean passedOn = frames[token].kind != ScopeKind.OWNER && frames[token].waiting;
    if (!passedOn) {
      int start = frames[token].pendingStart;
      Arrays.fill(pending, start, pendingCount, null);
      pendingCount = start;
    }
    depth = token;
  }

  /** The owner of what is opened now; null if nobody is or it is not known yet. */
  @Nullable Owner owner() {
    return depth == 0 ? null : frames[depth - 1].owner;
  }

  /** Remembers a resource that was opened while the owner is not known yet. */
  void await(Resource resource) {
    if (depth == 0 || !frames[depth - 1].waiting || pendingCount == MAX_PENDING) {
      return;
    }
    if (pendingCount == pending.length) {
      pending = Arrays.copyOf(pending, Math.max(16, pendingCount * 2));
    }
    pending[pendingCount++] = resource;
  }

  /** Whether the thread is in a scope of this owner. */
  boolean isIn(Owner owner) {
    for (int i = 0; i < depth; i++) {
      if (frames[i].owner == owner) {
        return true;
      }
    }
    return false;
  }

  /** The innermost infrastructure scope, -1 = none. */
  int infrastructure() {
    return depth == 0 ? -1 : frames[depth - 1].infrastructure;
  }

  boolean reclaiming() {
    return depth != 0 && frames[depth - 1].reclaiming;
  }
}
