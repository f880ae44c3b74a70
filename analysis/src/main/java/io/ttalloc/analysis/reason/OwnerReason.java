package io.ttalloc.analysis.reason;

import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evidence from owners, caches and other holders. */
public sealed interface OwnerReason extends Reason {
  /**
   * Owners that were closed or disowned.
   *
   * @param names the names of the first few; empty if they are not known
   * @param howEnded how all of the owners ended; null if they ended in different ways
   * @param at where the first owner ended; null if that is not known
   * @param allThere whether all of the owners ended at {@code at}
   */
  record ClosedOwners(
      List<String> names,
      boolean more,
      @Nullable HowEnded howEnded,
      @Nullable Frame at,
      boolean allThere) {
    public ClosedOwners {
      names = List.copyOf(names);
    }

    /** Whether there is only one owner. */
    public boolean isOne() {
      return names.size() < 2 && !more;
    }
  }

  /** How an owner ended. */
  enum HowEnded {
    CLOSED,
    /** The owner was disowned: native code or another owner has it now. */
    DISOWNED
  }

  /** The effect that the close of an owner has on its resources. */
  enum Consequence {
    NOT_FREED,
    LEFT_OPEN,
    HANDLE_LEFT
  }

  /**
   * A place where a cache handed out resources that it no longer holds.
   *
   * @param at the user's own code; null if it is not known
   */
  record Taken(String cacheClass, @Nullable Frame at, long count) {
    /** Returns this place with another count. */
    public Taken withCount(long other) {
      return new Taken(cacheClass, at, other);
    }
  }

  /** The reason why there is no heap dump that shows the contents of holders. */
  enum Hindrance {
    DUMP_OF_OTHER_TIME,
    NOT_LOOKED_AT_EXIT,
    NOT_LOOKED_YET,
    NOT_LOOKED_IN_TIME
  }

  /**
   * The owners of the resources were closed; {@code consequence} is the effect on the resources.
   */
  record OwnersClosed(ClosedOwners owners, Consequence consequence) implements OwnerReason {}

  /** The owners of the resources were collected and never closed. */
  record OwnersCollected(List<String> owners, boolean more) implements OwnerReason {
    public OwnersCollected {
      owners = List.copyOf(owners);
    }
  }

  /**
   * Other owners that the same stack opened were closed.
   *
   * @param at where they were closed; null if that is not known
   */
  record OwnersElsewhereClosed(long closed, long opened, String ownerClass, @Nullable Frame at)
      implements OwnerReason {
    @Override
    public Reason withoutCounts() {
      return new OwnersElsewhereClosed(0, 0, ownerClass, at);
    }

    @Override
    public Reason plus(Reason other) {
      OwnersElsewhereClosed more = (OwnersElsewhereClosed) other;
      return new OwnersElsewhereClosed(
          SaturatedSum.of(closed, more.closed),
          SaturatedSum.of(opened, more.opened),
          ownerClass,
          at);
    }
  }

  /** The close of an owner does not clear its cache. */
  record InCacheOfClosed(String ownerClass, String cacheClass) implements OwnerReason {}

  /**
   * The heap dump shows a path through the cache to {@code shown} of the {@code count} resources.
   */
  record PathThroughCache(long shown, long count, List<String> keys, boolean more)
      implements OwnerReason {
    public PathThroughCache {
      keys = List.copyOf(keys);
    }

    @Override
    public Reason withoutCounts() {
      return new PathThroughCache(0, 0, keys, more);
    }

    @Override
    public Reason plus(Reason other) {
      PathThroughCache also = (PathThroughCache) other;
      return new PathThroughCache(
          SaturatedSum.of(shown, also.shown), SaturatedSum.of(count, also.count), keys, more);
    }
  }

  /**
   * One call adds an entry to a cache in each cycle.
   *
   * @param more whether the call added more than {@code entries} entries
   */
  record NeverHits(int entries, boolean more) implements OwnerReason {}

  /** Caches gave some of the resources to other code, which did not close them. */
  record LastTaken(List<Taken> places, boolean more, long count) implements OwnerReason {
    public LastTaken {
      places = List.copyOf(places);
    }

    /** Whether all of the resources were taken from the cache at one place. */
    public boolean isOfAll() {
      return places.get(0).count() == count;
    }

    @Override
    public boolean countsItsOwn() {
      return !isOfAll();
    }

    @Override
    public Reason withoutCounts() {
      return new LastTaken(places.stream().map(place -> place.withCount(0)).toList(), more, 0);
    }

    @Override
    public Reason plus(Reason other) {
      LastTaken also = (LastTaken) other;
      List<Taken> sums = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        long sum = SaturatedSum.of(places.get(i).count(), also.places.get(i).count());
        sums.add(places.get(i).withCount(sum));
      }
      return new LastTaken(sums, more, SaturatedSum.of(count, also.count));
    }
  }

  /**
   * Other resources replaced some of the resources in their cache.
   *
   * @param by the code that put the other resources into the cache; null if it is not known
   */
  record Overwritten(long overwritten, long count, String cacheClass, @Nullable Frame by)
      implements OwnerReason {
    @Override
    public boolean countsItsOwn() {
      return overwritten != count;
    }

    @Override
    public Reason withoutCounts() {
      return new Overwritten(0, 0, cacheClass, by);
    }

    @Override
    public Reason plus(Reason other) {
      Overwritten also = (Overwritten) other;
      return new Overwritten(
          SaturatedSum.of(overwritten, also.overwritten),
          SaturatedSum.of(count, also.count),
          cacheClass,
          by);
    }
  }

  /** Only a heap dump could show whether the resources are in holders of these classes. */
  record HoldersUnknown(List<String> holderClasses, boolean more, Hindrance hindrance)
      implements OwnerReason {
    public HoldersUnknown {
      holderClasses = List.copyOf(holderClasses);
    }
  }

  /** The resources were opened in a scope of the infrastructure. */
  record SystemsOwn(@Nullable String scope) implements OwnerReason {}

  /** A library opened the resource for itself, once for the whole process. */
  record LibrarysOwn(String libraryClass) implements OwnerReason {}
}
