package io.ttalloc.points;

import io.ttalloc.points.World.Kind;
import java.util.ArrayList;
import java.util.List;

/** Scenarios with resources that have owners or are held by caches. */
final class RelationScenarios {
  static final List<Scenario> ALL = new ArrayList<>();

  static {
    owners();
    caches();
    unopened();
    scopes();
  }

  private RelationScenarios() {}

  private static void add(Scenario scenario) {
    ALL.add(scenario);
  }

  static void child(World world, String owner, Kind kind, String... children) {
    world.open(owner, kind);
    world.enter(owner);
    for (String child : children) {
      world.open(child, Kind.PLAIN);
    }
    world.exit();
  }

  private static void owners() {
    add(
        Scenario.of(
            "close/child of open owner",
            w -> child(w, "owner", Kind.OWNER, "x", "sibling"),
            w -> w.close("x")));
    add(
        Scenario.of(
            "close/owner with open child",
            w -> child(w, "owner", Kind.OWNER, "x"),
            w -> w.close("owner")));
    add(
        Scenario.of(
            "close/child after its owner",
            w -> {
              child(w, "owner", Kind.OWNER, "x");
              w.close("owner");
            },
            w -> w.close("x")));
    add(
        Scenario.of(
            "close/freeing owner",
            w -> child(w, "owner", Kind.FREEING, "x", "y"),
            w -> w.close("owner")));
    add(
        Scenario.of(
            "close/freeing owner of an owner",
            w -> {
              child(w, "owner", Kind.FREEING, "y");
              w.enter("owner");
              child(w, "x", Kind.OWNER, "bystander");
              w.exit();
            },
            w -> w.close("owner")));
    add(
        Scenario.of(
            "close/child inside its owner's close",
            w -> child(w, "owner", Kind.FREEING, "x", "y"),
            w -> {
              w.close("x");
              w.close("owner");
            }));
  }

  private static void cached(World world, String cache, String... roles) {
    world.open(cache, Kind.CACHE);
    for (String role : roles) {
      world.open(role, Kind.PLAIN);
      world.hold(cache, role, "entry of " + role);
    }
  }

  private static void caches() {
    add(
        Scenario.of(
            "hold/new entry",
            w -> {
              w.open("cache", Kind.CACHE);
              w.open("x", Kind.PLAIN);
            },
            w -> w.hold("cache", "x", "entry")));
    add(
        Scenario.of(
            "hold/known entry",
            w -> {
              cached(w, "cache", "bystander");
              w.open("x", Kind.PLAIN);
            },
            w -> w.hold("cache", "x", "entry of bystander")));
    add(
        Scenario.of(
            "hold/from another cache",
            w -> {
              cached(w, "first", "x", "bystander");
              w.open("second", Kind.CACHE);
            },
            w -> w.hold("second", "x", "other entry")));
    add(
        Scenario.of(
            "hold/from a freeing owner",
            w -> {
              child(w, "owner", Kind.FREEING, "x", "bystander");
              w.open("cache", Kind.CACHE);
            },
            w -> w.hold("cache", "x", "entry")));
    add(
        Scenario.of(
            "drop/one", w -> cached(w, "cache", "x", "bystander"), w -> w.drop("cache", "x")));
    add(Scenario.of("drop/all", w -> cached(w, "cache", "x", "y"), w -> w.drop("cache", "cache")));
    add(Scenario.of("close/held", w -> cached(w, "cache", "x", "bystander"), w -> w.close("x")));
    add(Scenario.of("close/cache", w -> cached(w, "cache", "x"), w -> w.close("cache")));
  }

  private static void unopened() {
    Scenario.Step made =
        w -> {
          w.open("cache", Kind.CACHE);
          w.make("x", Kind.PLAIN);
        };
    Scenario.Step held =
        w -> {
          made.in(w);
          w.hold("cache", "x", "entry");
        };
    add(
        Scenario.of(
            "hold/not open, then opened",
            made,
            w -> {
              w.hold("cache", "x", "entry");
              w.opened("x", Kind.PLAIN);
            }));
    add(Scenario.of("open/held before", held, w -> w.opened("x", Kind.PLAIN)));
    add(
        Scenario.of(
            "drop/not open, then opened",
            held,
            w -> {
              w.drop("cache", "x");
              w.opened("x", Kind.PLAIN);
            }));
  }

  private static void scopes() {
    add(
        Scenario.of(
            "scope/enter, open, exit",
            w -> {
              w.open("owner", Kind.OWNER);
              Scenarios.known(w, "x", Kind.PLAIN);
            },
            w -> {
              w.enter("owner");
              w.open("x", Kind.PLAIN);
              w.exit();
            }));
    add(
        Scenario.of(
            "scope/exit of a constructor",
            w -> {
              w.enterConstructor();
              w.open("x", Kind.PLAIN);
              w.open("y", Kind.PLAIN);
              w.open("owner", Kind.FREEING);
            },
            w -> w.exitConstructorOf("owner")));
    add(
        Scenario.of(
            "scope/constructor",
            Scenarios::nothing,
            w -> {
              w.enterConstructor();
              w.open("x", Kind.PLAIN);
              w.open("owner", Kind.OWNER);
              w.exitConstructorOf("owner");
            }));
    add(
        Scenario.of(
            "scope/infrastructure",
            Scenarios::nothing,
            w -> {
              w.enterInfrastructure();
              w.open("x", Kind.PLAIN);
              w.exit();
            }));
  }
}
