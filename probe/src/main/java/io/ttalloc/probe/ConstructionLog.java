package io.ttalloc.probe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one thread has opened while it makes objects whose scope this is: in their constructors and
 * static factories, before the object that will own it is known.
 *
 * <p>A construction has a begin and, if it returns, an end. No code can be hooked where a
 * constructor throws, so one that never ends must not matter: nothing is in force in between, what
 * is opened is only written down. One that ends gets all that was opened since it began.
 *
 * <p>Used by that thread alone. Keeps the last {@link #MAX_KEPT} openings, and none when no
 * construction is under way.
 */
final class ConstructionLog {
  static final int MAX_KEPT = 1 << 14;

  private static final int NONE = -1;

  /** Past so many, those under way are given up. */
  private static final int MAX_COUNT = 1 << 29;

  private @Nullable Resource[] kept = new Resource[0];

  /** How many owners' scopes the thread was in when each was opened. */
  private short[] owners = new short[0];

  /** Openings since the outermost construction began. */
  private int count;

  private int outermost = NONE;

  /** Begins a construction; what it returns is for {@link #ends}. */
  int begins() {
    if (outermost == NONE || count > MAX_COUNT) {
      outermost = 0;
      count = 0;
    }
    // An entry of its own, so that no two that are under way begin at one place.
    int begin = count;
    append(null, 0);
    return begin;
  }

  /** Notes an opening. */
  void opened(Resource resource, int ownerScopes) {
    if (outermost != NONE) {
      append(resource, ownerScopes);
    }
  }

  private void append(@Nullable Resource resource, int ownerScopes) {
    if (count >= kept.length && kept.length < MAX_KEPT) {
      int length = Math.max(16, kept.length * 2);
      @Nullable Resource[] longer = Arrays.copyOf(kept, length);
      owners = Arrays.copyOf(owners, length);
      kept = longer;
    }
    int at = count & (kept.length - 1);
    kept[at] = resource;
    owners[at] = (short) ownerScopes;
    count = count + 1;
  }

  /**
   * The openings since a construction began, less those in an owner's scope further inside, which
   * have their owner.
   */
  Resource[] since(int begin, int ownerScopes) {
    if (outermost == NONE || begin >= count) {
      return new Resource[0];
    }
    Resource[] found = new Resource[Math.min(count - begin, kept.length)];
    int n = 0;
    for (int i = count - found.length; i < count; i++) {
      int at = i & (kept.length - 1);
      Resource resource = kept[at];
      if (resource != null && owners[at] <= ownerScopes) {
        found[n++] = resource;
      }
    }
    return Arrays.copyOf(found, n);
  }

  /** Whether more was opened since a construction began than is kept. */
  boolean isCutShort(int begin) {
    return outermost != NONE && count - begin > kept.length;
  }

  /** Ends a construction. */
  void ends(int begin) {
    if (begin == outermost) {
      Arrays.fill(kept, 0, Math.min(count, kept.length), null);
      outermost = NONE;
    }
  }
}
