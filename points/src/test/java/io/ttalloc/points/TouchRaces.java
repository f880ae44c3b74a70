package io.ttalloc.points;

import io.ttalloc.points.World.Kind;
import java.util.ArrayList;
import java.util.List;

/** Races of calls whose last one is recorded, with each other and with the end of the resource. */
final class TouchRaces {
  static final List<Race> ALL = new ArrayList<>();

  static {
    touches();
  }

  private TouchRaces() {}

  private static void touches() {
    Scenario.Step open = w -> w.open("x", Kind.PLAIN);
    Scenario.Step call = w -> w.touch("x");
    ALL.add(Race.of("touched(x) || touched(x)", open, call, call));
    ALL.add(Race.of("touched(x) || close(x)", open, call, w -> w.close("x")));
    ALL.add(
        Race.of(
            "touched(x) || held(A,x) || close(x)",
            Races::caches,
            call,
            w -> w.hold("A", "x", "a"),
            w -> w.close("x")));
    ALL.add(
        Race.of(
            "touched(x) || close(x), open(y) in its slot",
            w -> {
              w.open("x", Kind.PLAIN);
              w.make("y", Kind.PLAIN);
            },
            call,
            w -> {
              w.close("x");
              w.opened("y", Kind.PLAIN);
            }));
  }
}
