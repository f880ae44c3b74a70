package io.ttalloc.probe;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.probe.ResourceModel.Kind;
import io.ttalloc.probe.TestProbe.WithField;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An application that does random things with its resources, and does the same to the model. One
 * operation at a time: several threads may run operations one after the other.
 */
final class RandomApplication {
  private static final int MAX_IN_USE = 60;
  private static final int DEVICES = 4;

  /** Those from the third on may own others. */
  private static final List<Kind> KINDS = List.of(Kind.values());

  private final TestProbe probe;
  private final AtomicLong ids;
  private final Map<Kind, Integer> lost;
  final ResourceModel model;

  /** The last resource of each object that is in use. */
  private final List<Thing> inUse = new ArrayList<>();

  /**
   * @param ids numbers of resources, over all applications
   * @param lost how many of each kind the collector took, over all; guarded by its own monitor
   */
  RandomApplication(TestProbe probe, AtomicLong ids, Map<Kind, Integer> lost) {
    this.probe = probe;
    this.ids = ids;
    this.lost = lost;
    this.model = new ResourceModel(lost);
  }

  synchronized void operate(Random random) {
    if (inUse.size() < 4) {
      open(random, anyKind(random), null);
      return;
    }
    int lot = random.nextInt(100);
    if (lot < 20) {
      open(random, anyKind(random), null);
    } else if (lot < 30) {
      openInScope(random);
    } else if (lot < 38) {
      construct(random);
    } else if (lot < 58) {
      close(random, any(random));
    } else if (lot < 63) {
      closeWithChildren(random, any(random));
    } else if (lot < 78) {
      hold(any(random), any(random), "entry " + random.nextInt(10));
    } else if (lot < 86) {
      drop(any(random), any(random));
    } else if (lot < 88) {
      dropAll(any(random));
    } else if (lot < 92) {
      use(any(random));
    } else if (lot < 95) {
      lose(any(random));
    } else if (lot < 97) {
      place(random, any(random));
    } else {
      closeUnknown();
    }
    if (inUse.size() > MAX_IN_USE) {
      closeIfOpen(inUse.remove(0));
    }
  }

  private static Kind anyKind(Random random) {
    return KINDS.get(random.nextInt(KINDS.size()));
  }

  private Thing any(Random random) {
    return inUse.get(random.nextInt(inUse.size()));
  }

  /** Opens a new object or, now and then, one that was closed or lost before. */
  private Thing open(Random random, Kind kind, @Nullable Thing owner) {
    WithField object = new WithField();
    if (!inUse.isEmpty() && random.nextInt(4) == 0) {
      Thing pooled = any(random);
      if (!pooled.isOpen()) {
        object = pooled.object;
        inUse.remove(pooled);
      }
    } else if (!inUse.isEmpty() && random.nextInt(8) == 0) {
      holdUnopened(any(random), object, "entry " + random.nextInt(10));
    }
    Thing opened = model.opened(ids.incrementAndGet(), kind, object, owner);
    boolean placed = kind == Kind.PLACED;
    opened.device = placed ? random.nextInt(DEVICES) : 0;
    Hooks.opened(
        object,
        kind.rule(probe),
        opened.id,
        0,
        0,
        opened.device,
        placed ? "DRAM" : null,
        null,
        true,
        false,
        random.nextInt(8) == 0 ? "label" : null,
        null);
    inUse.add(opened);
    return opened;
  }

  private void openInScope(Random random) {
    Thing owner = any(random);
    boolean known = owner.isOpen() && owner.kind.mayOwn();
    int token = Hooks.scopeEntered(owner.object, probe.scope);
    boolean system = random.nextInt(4) == 0;
    int inner = system ? Hooks.scopeEntered(null, probe.infrastructure) : -1;
    List<Thing> opened = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      Thing one = open(random, anyKind(random), known ? owner : null);
      one.infrastructure = system;
      opened.add(one);
    }
    Hooks.scopeExited(inner, probe.infrastructure, null);
    Hooks.scopeExited(token, probe.scope, owner.object);
    if (!known) {
      // It may have been opened again within, as a factory opens what it returns.
      opened.stream()
          .filter(one -> one.object == owner.object && one.kind.mayOwn())
          .findAny()
          .ifPresent(made -> model.adopt(opened, made));
    }
  }

  /** A constructor, which may close parts, give them to a cache, and throw. */
  private void construct(Random random) {
    int token = Hooks.scopeEntered(null, probe.constructor);
    List<Thing> parts = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      parts.add(open(random, anyKind(random), null));
    }
    Thing part = parts.get(0);
    if (random.nextInt(4) == 0) {
      close(random, part);
    } else if (random.nextInt(4) == 0) {
      hold(any(random), part, "part");
    }
    if (random.nextInt(8) == 0) {
      return;
    }
    Thing made = open(random, KINDS.get(2 + random.nextInt(3)), null);
    Hooks.scopeExited(token, probe.constructor, made.object);
    model.adopt(parts, made);
  }

  private void close(Random random, Thing thing) {
    switch (thing.state) {
      case OPEN -> closeOpen(random, thing);
      case CLOSED -> {
        TestProbe.close(thing.object, thing.kind.rule(probe));
        model.misused(MisuseKind.DOUBLE_CLOSE);
      }
      default -> {
        // An application has no object to close any more.
      }
    }
  }

  private void closeOpen(Random random, Thing thing) {
    int lot = random.nextInt(8);
    if (lot == 0) {
      TestProbe.closeFailing(thing.object, thing.kind.rule(probe));
      model.closeFailed(thing);
    } else if (lot == 1) {
      int token = Hooks.scopeEntered(null, probe.reclaiming);
      TestProbe.close(thing.object, thing.kind.rule(probe));
      Hooks.scopeExited(token, probe.reclaiming, null);
      model.closed(thing, true);
    } else {
      TestProbe.close(thing.object, thing.kind.rule(probe));
      model.closed(thing, false);
    }
  }

  /** A close that itself closes some of the owned resources, and the owner once more. */
  private void closeWithChildren(Random random, Thing thing) {
    if (!thing.isOpen()) {
      return;
    }
    Object token = Hooks.closing(thing.object, thing.kind.rule(probe));
    model.closing(thing);
    for (Thing child : thing.children()) {
      if (child.isOpen() && random.nextBoolean()) {
        TestProbe.close(child.object, child.kind.rule(probe));
        model.closed(child, false);
      }
    }
    TestProbe.close(thing.object, thing.kind.rule(probe));
    Hooks.closed(thing.object, token, null);
    model.closed(thing, false);
  }

  private void hold(Thing cache, Thing thing, String entry) {
    // No application has one any more that was lost.
    if (!cache.isLost() && !thing.isLost()) {
      Hooks.held(cache.object, thing.object, entry);
      model.held(cache, thing, entry);
    }
  }

  /** A constructor does this with its own object. */
  private void holdUnopened(Thing cache, WithField object, String entry) {
    if (!cache.isLost()) {
      Hooks.held(cache.object, object, entry);
      model.heldUnopened(cache, object, entry);
    }
  }

  private void drop(Thing cache, Thing thing) {
    if (cache == thing) {
      dropAll(cache);
      return;
    }
    Hooks.dropped(cache.object, thing.object);
    model.dropped(cache, thing);
  }

  private void dropAll(Thing cache) {
    Hooks.dropped(cache.object, cache.object);
    model.droppedAll(cache);
  }

  private void use(Thing thing) {
    Object token = Hooks.used(thing.object);
    if (token != null) {
      Hooks.useEnded(token);
    }
    if (thing.state == ResourceModel.State.CLOSED) {
      model.misused(MisuseKind.USE_AFTER_CLOSE);
    }
  }

  private void lose(Thing thing) {
    // One collection after the other: which of the lost are kept depends on their order.
    synchronized (lost) {
      int max = thing.kind.maxLost;
      if (thing.isOpen() && lost.getOrDefault(thing.kind, 0) < max) {
        TestProbe.collect(thing.object);
        model.lost(thing);
      }
    }
  }

  /** An outer constructor, or a method later, moves it to another device. */
  private void place(Random random, Thing thing) {
    if (thing.isOpen() && thing.kind == Kind.PLACED) {
      int device = random.nextInt(DEVICES);
      thing.device = device;
      if (random.nextBoolean()) {
        TestProbe.move(thing.object, probe.placed, device);
      } else {
        Hooks.opened(
            thing.object, probe.placed, 0, 0, 0, device, null, null, true, false, null, null);
      }
    }
  }

  private void closeUnknown() {
    TestProbe.close(new WithField(), probe.owner);
    model.misused(MisuseKind.CLOSE_OF_UNKNOWN);
  }

  /** Closes all that can be closed. */
  synchronized void end() {
    inUse.forEach(this::closeIfOpen);
  }

  private void closeIfOpen(Thing thing) {
    if (thing.isOpen()) {
      TestProbe.close(thing.object, thing.kind.rule(probe));
      model.closed(thing, false);
    }
  }
}
