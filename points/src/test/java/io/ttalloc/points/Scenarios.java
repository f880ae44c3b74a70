package io.ttalloc.points;

import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.points.Product.Place;
import io.ttalloc.points.World.Kind;
import java.util.ArrayList;
import java.util.List;

/** The scenarios that {@link ErrorInjectionTest} injects errors into. */
final class Scenarios {

  /** The maximum number of openings before the next one needs another segment of slots. */
  private static final int MAX_SLOTS = SlotLayout.SLOTS_PER_SEGMENT;

  /** The maximum number of long names before the next one needs another segment of records. */
  private static final int MAX_NAMES = LedgerLayout.SEGMENT_BYTES / RecordLayout.MAX_TEXT_BYTES + 1;

  static final String COLLECTED = "collected/";
  static final String GROWTH = "growth/";

  static final List<Scenario> ALL = new ArrayList<>();

  static {
    openings();
    places();
    updates();
    closes();
    ALL.addAll(RelationScenarios.ALL);
    others();
    growth();
  }

  private Scenarios() {}

  private static void add(Scenario scenario) {
    ALL.add(scenario);
  }

  static void nothing(World world) {}

  /**
   * Opens and closes a resource of the given kind, so that its type and counters are in the ledger.
   */
  static void known(World world, String role, Kind kind) {
    world.open(role, kind);
    world.close(role);
  }

  private static void openings() {
    Scenario.Step plain = w -> w.open("x", Kind.PLAIN);
    // Used both as preparation and as operation, so that the stacks are equal. In preparation, the
    // resource is closed at once.
    Scenario.Step fromOneStack =
        w -> {
          boolean prepared = w.roles().contains("x");
          w.open("x", Kind.PLAIN);
          if (!prepared) {
            w.close("x");
          }
        };
    add(Scenario.of("open/new type", Scenarios::nothing, plain));
    add(Scenario.of("open/plain", w -> known(w, "x", Kind.PLAIN), plain));
    add(Scenario.of("open/first hook", w -> known(w, "x", Kind.PLAIN), plain).byAThreadThatIsNew());
    add(Scenario.of("open/without field", Scenarios::nothing, w -> w.openForeign("x")));
    add(Scenario.of("open/number", Scenarios::nothing, w -> w.openNumber("x", 77)));
    add(Scenario.of("open/owner", w -> known(w, "x", Kind.OWNER), w -> w.open("x", Kind.OWNER)));
    add(Scenario.of("open/new stack", w -> known(w, "x", Kind.PLAIN), plain).withStacks());
    add(Scenario.of("open/known stack", fromOneStack, fromOneStack).withStacks());
    add(
        Scenario.of(
            "open/in scope",
            w -> {
              known(w, "x", Kind.PLAIN);
              w.open("owner", Kind.OWNER);
              w.enter("owner");
            },
            plain));
  }

  private static void places() {
    Place dram = new Place(4096, 512, 0x1000, 3, "DRAM", "session 1", "a label\u2026");
    Place again = new Place(8192, 1024, 0x2000, 4, "L1", "session 2", null);
    add(Scenario.of("open/new place", Scenarios::nothing, w -> w.openAt("x", dram)));
    add(
        Scenario.of(
            "open/known place",
            w -> {
              w.openAt("x", dram);
              w.close("x");
            },
            w -> w.openAt("x", dram)));
    add(
        Scenario.of(
            "open/long label",
            Scenarios::nothing,
            w -> w.openAt("x", new Place(1, 1, 1, 0, null, null, "0123456789".repeat(20)))));
    add(Scenario.of("open/outer constructor", w -> w.openAt("x", again), w -> w.place("x", dram)));
  }

  private static void updates() {
    Place dram = new Place(4096, 512, 0x1000, 3, "DRAM", "session 1", "a label");
    Place larger = new Place(8192, 1024, 0x1000, 3, "DRAM", "session 1", "another label");
    Place elsewhere = new Place(64, 8, 0x2000, 4, "L1", "session 2", null);
    Scenario.Step open = w -> w.openAt("x", dram);
    add(Scenario.of("update/grows", open, w -> w.update("x", larger)));
    add(Scenario.of("update/moves", open, w -> w.update("x", elsewhere)));
  }

  private static void closes() {
    add(Scenario.of("close/plain", w -> w.open("x", Kind.PLAIN), w -> w.close("x")));
    add(
        Scenario.of("close/plain with stack", w -> w.open("x", Kind.PLAIN), w -> w.close("x"))
            .withStacks());
    add(
        Scenario.of(
            "close/known",
            w -> {
              known(w, "x", Kind.PLAIN);
              w.open("x", Kind.PLAIN);
            },
            w -> w.close("x")));
    add(
        Scenario.of("close/first hook", w -> w.open("x", Kind.PLAIN), w -> w.close("x"))
            .byAThreadThatIsNew());
    add(Scenario.of("close/without field", w -> w.openForeign("x"), w -> w.close("x")));
    add(Scenario.of("close/number", w -> w.openNumber("x", 77), w -> w.close("x")));
    add(
        Scenario.of(
            "close/placed",
            w -> w.openAt("x", new Place(4096, 512, 0x1000, 3, "DRAM", "session", "label")),
            w -> w.close("x")));
    add(
        Scenario.of(
            "close/failing",
            w -> w.open("x", Kind.PLAIN),
            w -> w.close("x", new IllegalStateException("as planned"))));
    add(
        Scenario.of(
            "close/second",
            w -> {
              w.open("bystander", Kind.PLAIN);
              w.open("x", Kind.PLAIN);
              w.close("x");
            },
            w -> w.close("x")));
    add(
        Scenario.of(
            "close/used afterwards",
            w -> {
              w.open("bystander", Kind.PLAIN);
              w.open("x", Kind.PLAIN);
              w.close("x");
            },
            w -> w.use("x")));
    add(Scenario.of("use/open", w -> w.open("x", Kind.PLAIN), w -> w.use("x")));
    add(
        Scenario.of("use/first hook", w -> w.open("x", Kind.PLAIN), w -> w.use("x"))
            .byAThreadThatIsNew());
  }

  private static void others() {
    add(
        Scenario.of(
            COLLECTED + "plain",
            w -> {
              w.open("x", Kind.PLAIN);
              w.product.watchNoMore();
              w.lose("x");
            },
            w -> w.product.recordCollected()));
    add(
        Scenario.of(
            COLLECTED + "owner and child",
            w -> {
              RelationScenarios.child(w, "owner", Kind.OWNER, "x");
              w.product.watchNoMore();
              w.lose("owner");
              w.lose("x");
            },
            w -> w.product.recordCollected()));
    add(
        Scenario.of(
            "mark", w -> w.open("bystander", Kind.PLAIN), w -> w.product.cycleEnded("cycle")));
  }

  private static void growth() {
    add(
        Scenario.of(
            GROWTH + "slots",
            w -> {
              known(w, "x", Kind.PLAIN);
              w.growth.reach(w.ledger, MAX_SLOTS, w.crowd::openOne);
            },
            w -> w.open("x", Kind.PLAIN)));
    add(
        Scenario.of(
            GROWTH + "records",
            w -> {
              w.growth.reach(
                  w.ledger,
                  MAX_NAMES,
                  () -> {
                    w.openInNewSpace("x");
                    w.close("x");
                  });
            },
            w -> w.openInNewSpace("x")));
  }
}
