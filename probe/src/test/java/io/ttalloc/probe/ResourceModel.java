package io.ttalloc.probe;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.Thing.Holding;
import io.ttalloc.probe.commit.Endings;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A simple model of some resources and their rules, without slots, thread states or concurrency.
 * The ledger must agree with it. Resources of different models are independent. Not thread-safe:
 * its application performs one operation at a time.
 */
final class ResourceModel {
  /** The types of {@link TestProbe} that a resource may have. */
  enum Kind {
    PLAIN(1000),
    PLACED(600),
    OWNER(150),
    FREEING(150),
    CACHE(150);

    /**
     * The maximum number of resources that an application may lose, so low that all lost resources
     * keep their slots, except plain ones.
     */
    final int maxLost;

    Kind(int maxLost) {
      this.maxLost = maxLost;
    }

    /** The index of the type. */
    int rule(TestProbe probe) {
      return switch (this) {
        case PLAIN -> probe.plain;
        case PLACED -> probe.placed;
        case OWNER -> probe.owner;
        case FREEING -> probe.freeing;
        case CACHE -> probe.cache;
      };
    }

    boolean mayOwn() {
      return compareTo(OWNER) >= 0;
    }
  }

  enum State {
    OPEN,
    /** The close of the resource has begun, and closes other resources explicitly. */
    CLOSING,
    CLOSED,
    /** The resource was collected, and a report names it. */
    LOST,
    /** The resource was collected, and is only counted. */
    COUNTED
  }

  private static final int MAX_HOLDERS = 8;

  /** The number of collected resources by kind, over all models; guarded by its own monitor. */
  private final Map<Kind, Integer> lostOfAll;

  final List<Thing> all = new ArrayList<>();

  /** The holders of objects that are not open yet, most recent first. */
  private final IdentityHashMap<WithField, List<Holding>> unopened = new IdentityHashMap<>();

  /** The resources that are being closed at this moment. */
  private final List<Thing> together = new ArrayList<>();

  /** Counters by {@code KIND counter}, and misuses by name. */
  final Map<String, Long> counts = new TreeMap<>();

  ResourceModel(Map<Kind, Integer> lostOfAll) {
    this.lostOfAll = lostOfAll;
  }

  private void count(Kind kind, String what, long by) {
    counts.merge(kind + " " + what, by, Long::sum);
  }

  void misused(MisuseKind kind) {
    counts.merge(kind.name(), 1L, Long::sum);
  }

  Thing opened(long id, Kind kind, WithField object, @Nullable Thing owner) {
    Thing thing = new Thing(id, kind, object);
    all.add(thing);
    count(kind, "opened", 1);
    own(thing, owner);
    List<Holding> before = unopened.remove(object);
    for (int i = before == null ? -1 : before.size() - 1; i >= 0; i--) {
      Holding holding = before.get(i);
      if (all.stream().noneMatch(other -> other.isOpen() && other.holdings.contains(holding))) {
        held(holding.cache(), thing, holding.entry());
      }
    }
    return thing;
  }

  /** Changes the owner of a resource; the resource has none if the new owner is not open. */
  void own(Thing thing, @Nullable Thing owner) {
    Thing before = thing.owner;
    Thing after = owner != null && owner.mayGetChildren() ? owner : null;
    if (before == after) {
      return;
    }
    thing.owner = after;
    if (after != null) {
      after.children.add(thing);
      after.hasOwned = true;
    }
    if (before != null) {
      before.children.remove(thing);
      if (before.state == State.LOST && before.children.isEmpty()) {
        emptied(before);
      }
    }
  }

  /** Makes parts without an owner belong to the object that was made from them. */
  void adopt(List<Thing> parts, Thing made) {
    for (Thing part : parts) {
      if (part != made && part.isOpen() && part.owner == null) {
        own(part, made);
      }
    }
  }

  /** Begins a close, during which other resources are closed; {@link #closed} ends it. */
  void closing(Thing thing) {
    thing.state = State.CLOSING;
  }

  /** Ends a resource. If it frees what it owns, the owned resources end as well, and so on. */
  void closed(Thing thing, boolean reclaimed) {
    begun(thing);
    do {
      for (Thing open = openChild(); open != null; open = openChild()) {
        begun(open);
      }
      together.stream().filter(each -> each.kind != Kind.FREEING).forEach(this::leaveToOthers);
    } while (openChild() != null);
    together.forEach(each -> ended(each, reclaimed));
    together.clear();
  }

  private void begun(Thing thing) {
    thing.state = State.CLOSING;
    together.add(thing);
  }

  private @Nullable Thing openChild() {
    return together.stream()
        .filter(each -> each.kind == Kind.FREEING)
        .flatMap(owner -> owner.children.stream())
        .filter(Thing::isOpen)
        .findFirst()
        .orElse(null);
  }

  private void ended(Thing thing, boolean reclaimed) {
    thing.state = State.CLOSED;
    leaveToOthers(thing);
    count(thing.kind, "closed", 1);
    if (reclaimed) {
      count(thing.kind, "reclaimed", 1);
      count(thing.kind, "reclaimed bytes", thing.id);
    }
    thing.holdings.clear();
    own(thing, null);
  }

  void closeFailed(Thing thing) {
    thing.closeFailed = true;
    count(thing.kind, "close failed", 1);
    misused(MisuseKind.CLOSE_FAILED);
  }

  void held(Thing cache, Thing thing, String entry) {
    if (cache.kind.mayOwn() && cache.isOpen() && thing.isOpen() && cache != thing) {
      thing.holdings.removeIf(holding -> holding.cache() == cache);
      thing.holdings.add(0, new Holding(cache, entry));
      if (thing.holdings.size() > MAX_HOLDERS) {
        thing.holdings.remove(MAX_HOLDERS);
      }
      own(thing, cache);
      overwrite(cache, thing, entry);
    } else if (thing.state == State.CLOSED) {
      heldUnopened(cache, thing.object, entry);
    }
  }

  private void overwrite(Thing cache, @Nullable Thing by, String entry) {
    for (Thing other : all) {
      if (other != by && other.holdings.contains(new Holding(cache, entry))) {
        dropped(cache, other);
      }
    }
  }

  void heldUnopened(Thing cache, WithField object, String entry) {
    if (cache.kind.mayOwn() && cache.isOpen() && cache.object != object) {
      List<Holding> holdings = unopened.computeIfAbsent(object, key -> new ArrayList<>());
      holdings.removeIf(holding -> holding.cache() == cache);
      holdings.add(0, new Holding(cache, entry));
      if (holdings.size() > MAX_HOLDERS) {
        holdings.remove(MAX_HOLDERS);
      }
      overwrite(cache, null, entry);
    }
  }

  /**
   * Makes each resource of an ended cache belong to the latest of the other caches that hold it.
   */
  private void leaveToOthers(Thing gone) {
    for (Thing thing : all) {
      if (thing.isOpen()
          && thing.holdings.stream().anyMatch(holding -> keeps(holding.cache(), gone))
          && thing.holdings.removeIf(holding -> holding.cache() == gone)
          && thing.owner == gone) {
        own(thing, thing.holdings.get(0).cache());
      }
    }
  }

  private boolean keeps(Thing cache, Thing gone) {
    return cache != gone && (cache.kind == Kind.FREEING || !together.contains(cache));
  }

  void droppedAll(Thing cache) {
    all.forEach(thing -> dropped(cache, thing));
    if (cache.kind.mayOwn() && cache.isOpen()) {
      unopened.values().forEach(list -> list.removeIf(holding -> holding.cache() == cache));
    }
  }

  void dropped(Thing cache, Thing thing) {
    if (cache.kind.mayOwn() && cache.isOpen() && thing.state == State.CLOSED) {
      unopened
          .getOrDefault(thing.object, new ArrayList<>())
          .removeIf(holding -> holding.cache() == cache);
    } else if (cache.kind.mayOwn()
        && cache.isOpen()
        && thing.isOpen()
        && thing.holdings.removeIf(holding -> holding.cache() == cache)
        && thing.owner == cache) {
      own(thing, thing.holdings.isEmpty() ? null : thing.holdings.get(0).cache());
    }
  }

  /**
   * Ends a resource that was collected; the caller ensures that resources are collected one at a
   * time.
   */
  void lost(Thing thing) {
    leaveToOthers(thing);
    thing.state = State.LOST;
    count(thing.kind, "collected", 1);
    int lost = lostOfAll.merge(thing.kind, 1, Integer::sum);
    if (thing.kind.mayOwn()) {
      if (thing.children.isEmpty()) {
        emptied(thing);
      }
    } else if (thing.kind == Kind.PLAIN && lost > Endings.EXAMPLES) {
      count(thing.kind, "folded", 1);
      count(thing.kind, "folded bytes", thing.id);
      if (thing.owner != null) {
        thing.owner.hasOwnedLost = true;
      }
      onlyCounted(thing);
    }
  }

  /**
   * Called when a lost owner has no resources left; counts the owner as hollow unless some of its
   * resources were lost.
   */
  private void emptied(Thing owner) {
    if (owner.kind == Kind.CACHE || (owner.hasOwned && !owner.hasOwnedLost)) {
      count(owner.kind, "hollow", 1);
      onlyCounted(owner);
    }
  }

  private void onlyCounted(Thing thing) {
    thing.state = State.COUNTED;
    thing.holdings.clear();
    own(thing, null);
  }
}
