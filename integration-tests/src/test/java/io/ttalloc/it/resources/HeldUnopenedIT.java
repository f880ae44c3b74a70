package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** Tests a cache with resources that were added before they were opened. */
@Variant
class HeldUnopenedIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.resources.HeldUnopenedIT$Cache
          type: cache
          open: [<init>]
          holder: true
          hold: [{method: add, resource: $0}]
          drop: [{method: remove, resource: $0}]
        - class: io.ttalloc.it.resources.HeldUnopenedIT$Registered
          type: registered
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.resources.HeldUnopenedIT$Connected
          type: connected
          open: [connect]
          close: [close]
      """;

  @TempDir private Path folder;

  @OneJdk
  void whatItHoldsIsNoLeak(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    tracked.on(jdk).main(Holds.class).run().expectSuccess();

    assertThat(tracked.json().findings())
        .extracting(HeldUnopenedIT::brief)
        .containsExactlyInAnyOrder(
            "1 registered CACHED", "1 connected CACHED", "1 connected LEFT_OPEN");
    assertThat(tracked.ledgers().read().hookErrors()).isZero();
  }

  private static String brief(JsonObject finding) {
    return finding.get("count").getAsLong()
        + " "
        + finding.get("type").getAsString()
        + " "
        + finding.get("verdict").getAsString();
  }

  static final class Cache {
    private final Set<Object> all = new HashSet<>();

    void add(Object object) {
      all.add(object);
    }

    void remove(Object object) {
      all.remove(object);
    }
  }

  /** Adds itself to the cache in its constructor. */
  static final class Registered {
    private final Cache cache;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // the subject of the test
    Registered(Cache cache, boolean fails) {
      this.cache = cache;
      cache.add(this);
      if (fails) {
        throw new IllegalStateException();
      }
    }

    void close() {
      cache.remove(this);
    }
  }

  /** Open only while it is connected. */
  static final class Connected {
    void connect() {}

    void close() {}
  }

  static final class Holds {
    private static final Cache CACHE = new Cache();
    private static final Set<Object> KEPT = new HashSet<>();

    private Holds() {}

    public static void main(String[] args) {
      KEPT.add(new Registered(CACHE, false));
      new Registered(CACHE, false).close();
      try {
        KEPT.add(new Registered(CACHE, true));
      } catch (IllegalStateException e) {
        // Its constructor failed, so it was never opened.
      }
      added().connect();
      Connected takenOut = added();
      CACHE.remove(takenOut);
      takenOut.connect();
      Connected closed = added();
      closed.connect();
      CACHE.remove(closed);
      closed.close();
    }

    private static Connected added() {
      Connected connected = new Connected();
      KEPT.add(connected);
      CACHE.add(connected);
      return connected;
    }
  }
}
