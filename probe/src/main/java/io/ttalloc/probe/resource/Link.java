package io.ttalloc.probe.resource;

import io.ttalloc.ledger.write.Tally;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a resource and the caches that hold it. Immutable: a change replaces it in one step.
 */
public final class Link {
  /** A list of the caches that hold a resource, the latest first. Immutable. */
  public static final class Holding {
    public final Owner holder;

    /** The name under which the cache holds the resource; null if it has no name there. */
    public final @Nullable EntryName entry;

    public final @Nullable Holding earlier;

    Holding(Owner holder, @Nullable EntryName entry, @Nullable Holding earlier) {
      this.holder = holder;
      this.entry = entry;
      this.earlier = earlier;
    }

    /** The list item of a cache; null if the cache is not in the list. */
    public @Nullable Holding by(Owner cache) {
      for (Holding held = this; held != null; held = held.earlier) {
        if (held.holder == cache) {
          return held;
        }
      }
      return null;
    }

    /** Removes the resource from the cache. */
    public void leave(Resource resource) {
      holder.remove(resource);
      if (entry != null) {
        holder.leaveEntry(entry, resource);
      }
    }

    /** The list without a given cache. */
    public static @Nullable Holding without(@Nullable Holding all, Owner holder) {
      if (all == null) {
        return null;
      }
      Holding earlier = without(all.earlier, holder);
      if (all.holder == holder) {
        return earlier;
      }
      return earlier == all.earlier ? all : new Holding(all.holder, all.entry, earlier);
    }
  }

  /**
   * The maximum number of caches in a resource's list. If more hold the resource at the same time,
   * the earliest is removed.
   */
  private static final int MAX_HOLDERS = 8;

  final Tally tally;
  public final @Nullable Owner owner;

  /** The caches that hold the resource, the latest first; null if there are none. */
  public final @Nullable Holding holding;

  public Link(Tally tally, @Nullable Owner owner, @Nullable Holding holding) {
    this.tally = tally;
    this.owner = owner;
    this.holding = holding;
  }

  public static @Nullable Owner ownerOf(@Nullable Link link) {
    return link == null ? null : link.owner;
  }

  public static @Nullable Holding holdingOf(@Nullable Link link) {
    return link == null ? null : link.holding;
  }

  public static boolean isHeldBy(@Nullable Link link, Owner holder) {
    return holdingBy(link, holder) != null;
  }

  public static @Nullable Holding holdingBy(@Nullable Link link, Owner holder) {
    Holding held = holdingOf(link);
    return held == null ? null : held.by(holder);
  }

  /** The list of a resource's caches after the resource was added to another cache. */
  public static Holding heldBy(@Nullable Link link, Owner holder, @Nullable EntryName entry) {
    return new Holding(holder, entry, cut(Holding.without(holdingOf(link), holder), MAX_HOLDERS));
  }

  private static @Nullable Holding cut(@Nullable Holding all, int max) {
    if (all == null || max == 1) {
      return null;
    }
    Holding earlier = cut(all.earlier, max - 1);
    return earlier == all.earlier ? all : new Holding(all.holder, all.entry, earlier);
  }
}
