package io.ttalloc.points;

import io.ttalloc.points.Product.Place;
import java.util.ArrayList;
import java.util.List;

/** Races between calls that change the location or size of a resource. */
final class UpdateRaces {
  static final List<Race> ALL = new ArrayList<>();

  static {
    updates();
  }

  private UpdateRaces() {}

  private static Place of(long bytes, int device) {
    return new Place(bytes, 0, 0x1000, device, "DRAM", null, bytes + " bytes");
  }

  private static void updates() {
    Scenario.Step open =
        w -> {
          w.openAt("x", of(64, 1));
          w.update("x", of(32, 1));
        };
    Scenario.Step grows = w -> w.update("x", of(128, 1));
    Scenario.Step moves = w -> w.update("x", of(16, 2));
    ALL.add(Race.of("updated(x) || updated(x)", open, grows, moves));
    ALL.add(
        Race.of("updated(x) || opened(x)", open, grows, w -> w.place("x", of(256, 2)))
            .withFewerPreemptions());
    ALL.add(
        Race.of(
                "opened(x) || opened(x), in two places",
                open,
                w -> w.place("x", of(128, 1)),
                w -> w.place("x", of(256, 2)))
            .withFewerPreemptions());
    ALL.add(Race.of("updated(x) || close(x)", open, moves, w -> w.close("x")));
  }
}
