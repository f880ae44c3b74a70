package io.ttalloc.probe.hook;

import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Resource;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The owners that are being closed on one thread, innermost last. While there are any, every other
 * close on that thread is part of their closes.
 *
 * <p>Used by that thread alone. Closes nested deeper than {@link #MAX_DEPTH} are not recorded.
 */
public final class Closers {
  private static final int MAX_DEPTH = 64;

  /** The maximum length to which a chain of owners is followed. */
  private static final int MAX_OWNERS = 64;

  private @Nullable Owner[] closing = new Owner[0];
  private int depth;

  /** Allocates what the next {@link #push} needs. */
  public void makeRoom() {
    if (depth == closing.length && depth < MAX_DEPTH) {
      closing = Arrays.copyOf(closing, depth + 8);
    }
  }

  public void push(Owner owner) {
    if (depth < closing.length) {
      closing[depth] = owner;
      depth++;
    }
  }

  /** Ends the close of an owner, and all inner closes whose ends were missed. */
  public void pop(Owner owner) {
    for (int i = depth - 1; i >= 0; i--) {
      if (closing[i] == owner) {
        while (depth > i) {
          depth--;
          closing[depth] = null;
        }
        return;
      }
    }
  }

  /**
   * Returns the owner that is closing a resource of another owner of the same rule; null if there
   * is none.
   *
   * <p>An owner of a different rule does not count: it may legitimately close a resource that was
   * handed to it by its creator. But if an owner closes a resource of another owner of the same
   * rule, the program has mixed up the two owners.
   *
   * @param owner the resource's own owner, which is open and not closing
   */
  public @Nullable Owner stranger(Owner owner) {
    Owner found = null;
    for (int i = depth - 1; i >= 0 && found == null; i--) {
      Owner each = closing[i];
      if (each != null && each.rule == owner.rule && each.status() == Resource.CLOSING) {
        found = each;
      }
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
      at = at.owner();
    }
    return false;
  }

  public boolean isEmpty() {
    return depth == 0;
  }
}
