package io.ttalloc.points;

import io.ttalloc.points.Product.Place;
import io.ttalloc.points.World.Kind;
import java.util.ArrayList;
import java.util.List;

/** The races that {@link InterleavingsTest} explores. */
final class Races {
  static final String COLLECTED = "collected";

  static final List<Race> ALL = new ArrayList<>();
  private static final List<Kind> OWNERS = List.of(Kind.OWNER, Kind.FREEING);

  static {
    holds();
    closes();
    adoptions();
    openings();
    ALL.addAll(UnopenedRaces.ALL);
    ALL.addAll(UpdateRaces.ALL);
  }

  private Races() {}

  private static String nameOf(Kind kind) {
    return kind == Kind.FREEING ? "freeing owner" : "owner";
  }

  private static void add(Race race) {
    ALL.add(race);
  }

  private static void nothing(World world) {}

  static void caches(World world) {
    world.open("A", Kind.CACHE);
    world.open("B", Kind.CACHE);
    world.open("x", Kind.PLAIN);
  }

  private static void held(World world) {
    caches(world);
    world.open("y", Kind.PLAIN);
    world.hold("A", "x", "first");
    world.hold("A", "y", "other");
  }

  private static void holds() {
    add(
        Race.of(
            "held(A,B) || held(B,A)",
            Races::caches,
            w -> w.hold("A", "B", "a"),
            w -> w.hold("B", "A", "b")));
    add(
        Race.of(
            "held(A,x) || held(B,x)",
            Races::caches,
            w -> w.hold("A", "x", "a"),
            w -> w.hold("B", "x", "b")));
    add(
        Race.of(
            "held(A,x) || close(x)", Races::caches, w -> w.hold("A", "x", "a"), w -> w.close("x")));
    add(
        Race.of(
            "held(A,x) || close(A)", Races::caches, w -> w.hold("A", "x", "a"), w -> w.close("A")));
    add(Race.of("dropped(A,x) || close(x)", Races::held, w -> w.drop("A", "x"), w -> w.close("x")));
    add(
        Race.of(
            "dropped(A,x) || held(B,x)",
            Races::held,
            w -> w.drop("A", "x"),
            w -> w.hold("B", "x", "b")));
    add(
        Race.of(
            "dropped(A,A) || held(A,z)",
            w -> {
              held(w);
              w.open("z", Kind.PLAIN);
            },
            w -> w.drop("A", "A"),
            w -> w.hold("A", "z", "new")));
    add(Race.of("dropped(A,A) || close(A)", Races::held, w -> w.drop("A", "A"), w -> w.close("A")));
    add(
        Race.of(
            "held(A,x) || dropped(A,A) || close(x)",
            w -> {
              caches(w);
              w.open("y", Kind.PLAIN);
              w.hold("A", "y", "other");
            },
            w -> w.hold("A", "x", "a"),
            w -> w.drop("A", "A"),
            w -> w.close("x")));
    add(
        Race.of(
            "held(A,x) || held(B,x) || close(x)",
            Races::caches,
            w -> w.hold("A", "x", "a"),
            w -> w.hold("B", "x", "b"),
            w -> w.close("x")));
  }

  private static void family(World world, Kind kind) {
    world.open("owner", kind);
    world.enter("owner");
    world.open("x", Kind.PLAIN);
    world.open("y", Kind.PLAIN);
    world.exit();
  }

  private static void closes() {
    for (Kind kind : OWNERS) {
      add(
          Race.of(
              "close(child) || close(" + nameOf(kind) + ")",
              w -> family(w, kind),
              w -> w.close("x"),
              w -> w.close("owner")));
      add(
          Race.of(
              "close(child) || close(child) || close(" + nameOf(kind) + ")",
              w -> family(w, kind),
              w -> w.close("x"),
              w -> w.close("y"),
              w -> w.close("owner")));
    }
    add(
        Race.of(
            "close(child) || close(other child) of a closed owner",
            w -> {
              family(w, Kind.OWNER);
              w.close("owner");
            },
            w -> w.close("x"),
            w -> w.close("y")));
    add(
        Race.of(
            "close(x) || close(x)",
            w -> w.open("x", Kind.PLAIN),
            w -> w.close("x"),
            w -> w.close("x")));
    add(
        Race.of(
                COLLECTED + "(owner) || close(child)",
                w -> {
                  family(w, Kind.OWNER);
                  w.lose("owner");
                },
                w -> w.product.recordCollected(),
                w -> w.close("x"))
            .withNewNames());
  }

  private static void construct(World world, Kind kind) {
    world.enterConstructor();
    world.open("x", Kind.PLAIN);
    world.open("owner", kind);
  }

  private static void adoptions() {
    for (Kind kind : OWNERS) {
      add(
          Race.of(
                  "scopeExited(" + nameOf(kind) + ") || close(x)",
                  Races::nothing,
                  w -> w.exitConstructorOf("owner"),
                  w -> w.close("x"))
              .after(w -> construct(w, kind)));
      add(
          Race.of(
                  "scopeExited(" + nameOf(kind) + ") || close(" + nameOf(kind) + ")",
                  Races::nothing,
                  w -> w.exitConstructorOf("owner"),
                  w -> w.close("owner"))
              .after(w -> construct(w, kind)));
    }
    add(
        Race.of(
                "open(x) in scope || close(owner)",
                w -> {
                  w.open("owner", Kind.OWNER);
                  w.open("x", Kind.PLAIN);
                  w.close("x");
                  w.make("x", Kind.PLAIN);
                },
                w -> w.opened("x", Kind.PLAIN),
                w -> w.close("owner"))
            .after(w -> w.enter("owner")));
  }

  private static void openings() {
    add(
        Race.of(
            "open(x) || close(x)",
            w -> {
              w.open("x", Kind.PLAIN);
              w.close("x");
              w.make("x", Kind.PLAIN);
            },
            w -> w.opened("x", Kind.PLAIN),
            w -> w.close("x")));
    add(
        Race.of(
            "open(x) || open(x)",
            w -> w.make("x", Kind.PLACED),
            w -> w.opened("x", Kind.PLACED),
            w -> w.opened("x", Kind.PLACED)));
    add(
        Race.of(
            "open(x) || open(x), in no field",
            w -> w.makeForeign("x", Kind.PLACED),
            w -> w.opened("x", Kind.PLACED),
            w -> w.opened("x", Kind.PLACED)));
    add(
        Race.of(
                "open(x) || open(y), both without slots",
                w -> {
                  w.make("x", Kind.PLAIN);
                  w.make("y", Kind.PLAIN);
                },
                w -> w.opened("x", Kind.PLAIN),
                w -> w.opened("y", Kind.PLAIN))
            .withoutSlots());
    add(
        Race.of(
            "held(A,x) || close(x), open(y) in its slot",
            w -> {
              caches(w);
              w.make("y", Kind.PLAIN);
            },
            w -> w.hold("A", "x", "a"),
            w -> {
              w.close("x");
              w.opened("y", Kind.PLAIN);
            }));
    add(
        Race.of(
            "open(y) || close(x), open(z) in its slot",
            w -> {
              w.open("x", Kind.PLAIN);
              w.make("y", Kind.PLAIN);
              w.make("z", Kind.PLAIN);
            },
            w -> w.opened("y", Kind.PLAIN),
            w -> {
              w.close("x");
              w.opened("z", Kind.PLAIN);
            }));
    Scenario.Step alike =
        w -> {
          w.make("x", Kind.PLACED);
          w.make("y", Kind.PLACED);
        };
    add(
        Race.of(
                "open(x) || open(y), type, texts and tally new",
                alike,
                w -> w.openedAs("x", "x", placeOf(w)),
                w -> w.openedAs("x", "y", placeOf(w)))
            .withNewNames()
            .withFewerPreemptions());
    add(
        Race.of(
                "open(x) || open(y), from one new stack",
                alike,
                w -> w.openedAs("x", "x", placeOf(w)),
                w -> w.openedAs("x", "y", placeOf(w)))
            .withNewStacks()
            .withFewerPreemptions());
  }

  /** Returns a location with names of a space and a session that no other cast uses. */
  private static Place placeOf(World world) {
    return new Place(64, 0, 0x100, 1, "S" + world.suffix(), "s" + world.suffix(), "label");
  }
}
