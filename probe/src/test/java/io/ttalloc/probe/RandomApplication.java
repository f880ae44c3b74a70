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
 * An application that performs random operations on its resources, and the same operations on the
 * model. Several threads may use it, one at a time.
 */
final class RandomApplication {
  private static final int MAX_IN_USE = 60;
  private static final int DEVICES = 4;

  /** Resources of the third and later kinds may own other resources. */
  private static final List<Kind> KINDS = List.of(Kind.values());

  private final TestProbe probe;
  private final AtomicLong ids;
  private final Map<Kind, Integer> lost;
  final ResourceModel model;

  /** The latest resource of each object that is in use. */
  private final List<Thing> inUse = new ArrayList<>();

  /**
   * @param ids the source of resource numbers, common to all applications
   * @param lost the number of collected resources by kind, over all applications; guarded by its
   *     own monitor
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

  /** Opens a new object or, occasionally, one that was closed or lost before. */
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
      // The owner may have been opened again inside the scope, as a factory opens the object that
      // it returns.
      opened.stream()
          .filter(one -> one.object == owner.object && one.kind.mayOwn())
          .findAny()
          .ifPresent(made -> model.adopt(opened, made));
    }
  }

  /**
   * Simulates a constructor that opens parts, may close one or add it to a cache, and may throw.
   */
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
        // The object was collected, so the application cannot close it.
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

  /** Simulates a close of an owner that itself closes some children, and then the owner again. */
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
    // An application has no reference to a lost object.
    if (!cache.isLost() && !thing.isLost()) {
      Hooks.held(cache.object, thing.object, entry);
      model.held(cache, thing, entry);
    }
  }

  /** Adds an object to a cache before it is opened, as a constructor may do. */
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
    // Collects one object at a time: their order decides which lost resources are kept.
    synchronized (lost) {
      int max = thing.kind.maxLost;
      if (thing.isOpen() && lost.getOrDefault(thing.kind, 0) < max) {
        TestProbe.collect(thing.object);
        model.lost(thing);
      }
    }
  }

  /** Moves a resource to another device, as an outer constructor or a later method may do. */
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

  /** Closes everything that can be closed. */
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
