package io.ttalloc.it.weaving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests rules that say which code opens resources for the system itself: a method of a class that
 * cannot be woven, or any code of a class.
 */
@Variant
class SystemCodeIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.weaving.SystemCodeIT$Lane
          type: lane
          open: [<init>]
          close: [close]
        - class: java.util.HashMap
          infrastructure: [computeIfAbsent]
        - class: io.ttalloc.it.weaving.SystemCodeIT$Fabric
          infrastructure: true
        - class: io.ttalloc.it.weaving.SystemCodeIT$Defaults
          infrastructure: <clinit>
        - class: java.util.concurrent.*
          infrastructure: true
      """;

  @TempDir private Path folder;

  @EveryJdk
  void isTheSystemsOwnByTheFramesOnItsStack(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    assertThat(tracked.on(jdk).main(Program.class).run().expectSuccess().err())
        .contains("2 LEAKS")
        .doesNotContain("never be woven");

    assertThat(tracked.json().findings("lane"))
        .extracting(
            finding -> finding.get("verdict").getAsString(),
            finding -> finding.get("leak").getAsBoolean(),
            finding -> finding.getAsJsonArray("why").get(0).getAsString())
        .contains(
            tuple(
                "INFRASTRUCTURE",
                false,
                "opened inside HashMap.computeIfAbsent, so it belongs to the system"),
            tuple(
                "INFRASTRUCTURE",
                false,
                "opened inside SystemCodeIT.Fabric.<init>, so it belongs to the system"),
            tuple(
                "INFRASTRUCTURE",
                false,
                "opened inside SystemCodeIT.Fabric.repair, so it belongs to the system"),
            tuple(
                "INFRASTRUCTURE",
                false,
                "opened inside SystemCodeIT.Defaults.<clinit>, so it belongs to the system"),
            tuple(
                "INFRASTRUCTURE",
                false,
                "opened inside FutureTask.run, so it belongs to the system"))
        .filteredOn(one -> one.toList().get(1).equals(true))
        // The program opens one of these lanes itself, and calls a static method of Defaults that
        // opens the other.
        .hasSize(2);
  }

  static final class Lane implements AutoCloseable {
    @Override
    public void close() {}
  }

  static final class Fabric {
    private final List<Lane> lanes = new ArrayList<>();

    Fabric() {
      lanes.add(new Lane());
    }

    void repair() {
      lanes.add(new Lane());
    }
  }

  static final class Defaults {
    static final Lane LANE = new Lane();

    private Defaults() {}

    static Lane another() {
      return new Lane();
    }
  }

  static final class Program {
    private static final List<Object> KEPT = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) {
      Map<String, Lane> lanes = new HashMap<>();
      lanes.computeIfAbsent("one", name -> new Lane());
      Fabric fabric = new Fabric();
      fabric.repair();
      KEPT.add(lanes);
      KEPT.add(fabric);
      KEPT.add(new Lane());
      KEPT.add(Defaults.another());
      FutureTask<Lane> task = new FutureTask<>(Lane::new);
      task.run();
      KEPT.add(task);
    }
  }
}
