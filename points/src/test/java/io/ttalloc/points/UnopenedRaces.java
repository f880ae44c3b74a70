package io.ttalloc.points;

import io.ttalloc.points.World.Kind;
import java.util.ArrayList;
import java.util.List;

/** Races between opening a resource and adding it to a cache or removing it from a cache. */
final class UnopenedRaces {
  static final List<Race> ALL = new ArrayList<>();

  static {
    Scenario.Step open = w -> w.opened("x", Kind.PLAIN);
    add("held(A,x) || opened(x)", UnopenedRaces::made, w -> w.hold("A", "x", "a"), open);
    add("dropped(A,x) || opened(x), held", UnopenedRaces::held, w -> w.drop("A", "x"), open);
    add("dropped(A,A) || opened(x), held", UnopenedRaces::held, w -> w.drop("A", "A"), open);
    add("held(B,x) || opened(x), held", UnopenedRaces::held, w -> w.hold("B", "x", "b"), open);
    add("held(A,y) || opened(x), held", UnopenedRaces::held, w -> w.hold("A", "y", "a"), open);
    add("close(A) || opened(x), held", UnopenedRaces::held, w -> w.close("A"), open);
    add(
        "held(A,x) || dropped(A,x), not open",
        UnopenedRaces::made,
        w -> w.hold("A", "x", "a"),
        w -> {
          w.drop("A", "x");
          w.opened("x", Kind.PLAIN);
        });
  }

  private UnopenedRaces() {}

  private static void add(
      String name, Scenario.Step before, Scenario.Step one, Scenario.Step other) {
    ALL.add(Race.of(name, before, one, other));
  }

  private static void made(World world) {
    world.open("A", Kind.CACHE);
    world.open("B", Kind.CACHE);
    world.open("y", Kind.PLAIN);
    world.make("x", Kind.PLAIN);
  }

  private static void held(World world) {
    made(world);
    world.hold("A", "x", "a");
  }
}
