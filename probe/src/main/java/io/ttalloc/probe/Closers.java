package io.ttalloc.probe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The owners whose closes run on one thread, innermost last: what they close, they close.
 *
 * <p>Used by that thread alone. Past {@link #MAX_DEPTH} nothing is remembered, so nothing is said.
 */
final class Closers {
  private static final int MAX_DEPTH = 64;

  /** Longer chains of owners are not followed. */
  private static final int MAX_OWNERS = 64;

  private Owner[] closing = new Owner[0];
  private int depth;

  void push(Owner owner) {
    if (depth == MAX_DEPTH) {
      return;
    }
    if (depth == closing.length) {
      closing = Arrays.copyOf(closing, depth + 8);
    }
    // It is there before it counts, and counts no more before it is gone: the thread may be
    // stopped.
    closing[depth] = owner;
    depth = depth + 1;
  }

  /** Ends the close of an owner, and of all inside it whose end never came. */
  void pop(Owner owner) {
    for (int i = depth - 1; i >= 0; i--) {
      if (closing[i] == owner) {
        int before = depth;
        depth = i;
        Arrays.fill(closing, i, before, null);
        return;
      }
    }
  }

  /**
   * The owner that closes what belongs to another of its kind, or null.
   *
   * <p>Only one of the same rule is meant: a resource that its maker handed over is closed by
   * whoever took it, and that is as it should be. But two of a kind that close what belongs to each
   * other have been mixed up.
   *
   * @param owner whose it is, open and not closing
   */
  @Nullable Owner stranger(Owner owner) {
    Owner found = null;
    for (int i = depth - 1; i >= 0 && found == null; i--) {
      boolean ofItsKind = closing[i].rule == owner.rule;
      found = ofItsKind && closing[i].status() == Resource.CLOSING ? closing[i] : null;
    }
    return found == null || closesAnOwnerOf(owner) ? null : found;
  }

  private boolean closesAnOwnerOf(Owner owner) {
    Owner at = owner;
    for (int i = 0; at != null && i < MAX_OWNERS; i++) {
      for (int j = 0; j < depth; j++) {
        if (closing[j] == at) {
          return true;
        }
      }
      at = Tracked.ownerOf(at);
    }
    return false;
  }

  boolean isEmpty() {
    return depth == 0;
  }
}
