package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Tests pools that hand out numbers as handles, each pool starting at 1. */
@Variant
class KeysOfPoolsIT {
  @TempDir private Path folder;

  private static String pool(String keyOwner) {
    return """
          - class: io.ttalloc.it.resources.KeysOfPoolsIT$Pool
            type: handle
            open: [{method: create, key: resultOF}]
            close: [{method: destroy, key: $0OF}]
        """
        .replace("OF", keyOwner);
  }

  @OneJdk
  void numbersOfTwoPoolsAreToldApartByOf(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(pool(", of: this"));

    JvmResult result = tracked.on(jdk).main(TwoPools.class).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.findings("handle")).as(result.err()).hasSize(1);
    JsonObject left = json.findings("handle").get(0);
    assertThat(left.get("verdict").getAsString()).isEqualTo("LEFT_OPEN");
    assertThat(JsonReport.frames(left, "openedBy"))
        .anyMatch(frame -> frame.contains("TwoPools.leak("))
        .noneMatch(frame -> frame.contains("TwoPools.keepNone("));
    assertThat(json.total("opened")).isEqualTo(4);
    assertThat(json.total("closed")).isEqualTo(3);
    assertThat(json.misuse()).isEmpty();
    assertThat(left.get("confidence").getAsString()).isEqualTo("HIGH");
    assertThat(result.err()).doesNotContain("was opened again while still open");
  }

  @OneJdk
  void numbersOfTwoPoolsWithoutOfAreALineAndLowerTheConfidence(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(pool(""));

    JvmResult result = tracked.on(jdk).main(TwoPools.class).run().expectSuccess();

    assertThat(result.err())
        .containsOnlyOnce("was opened again while still open")
        .contains(
            "tt-alloc: handle 1 of io.ttalloc.it.resources.KeysOfPoolsIT$Pool was opened again"
                + " while still open: its close was not seen, or several objects hand out the"
                + " same numbers (in that case, add 'of' to 'key'); it counts as one open resource,"
                + " and leaks may be missed");
    assertThat(tracked.json().confidence()).isEqualTo("LOW");
    assertThat(tracked.json().confidenceReasons())
        .contains(
            "some handle numbers were reused before a close was seen: some closes were missed, or"
                + " several objects hand out the same numbers");
  }

  @OneJdk
  void numbersOfACollectedPoolStayOpen(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(pool(", of: this"));

    JvmResult result = tracked.on(jdk).main(DroppedPool.class).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.findings("handle")).as(result.err()).hasSize(1);
    assertThat(json.findings("handle").get(0).get("verdict").getAsString()).isEqualTo("LEFT_OPEN");
    assertThat(json.total("opened")).isEqualTo(2);
    assertThat(result.out()).contains("collected");
  }

  @OneJdk
  void callsAndRulesThatOpenOneNumberAreOneOpening(Jdk jdk) throws Exception {
    String again =
        """
          - class: io.ttalloc.it.resources.KeysOfPoolsIT$Pool
            type: handle
            open: [{method: createForOthers, key: result}, {method: create, key: result}]
        """;
    TrackedRun tracked = TrackedRun.in(folder).rules(pool("") + again);

    JvmResult result = tracked.on(jdk).main(OneOpening.class).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(result.err()).doesNotContain("was opened again while still open");
    assertThat(json.findings("handle")).as(result.err()).hasSize(1);
    assertThat(json.total("opened")).isEqualTo(100);
    assertThat(json.total("closed")).isEqualTo(99);
    assertThat(json.confidence()).isEqualTo("HIGH");
  }

  @OneJdk
  void rulesThatWouldNeverMatchAreALine(Jdk jdk) throws Exception {
    String rule = pool(", of: this").replace("key: $0, of: this", "key: $0");
    TrackedRun tracked = TrackedRun.in(folder).rules(rule);

    JvmResult result = tracked.on(jdk).main(TwoPools.class).run().expectSuccess();

    assertThat(result.err())
        .contains(
            ":6:22: 'destroy' under 'close' has no 'of', but 'create' under 'open' has 'of', expected"
                + " 'of' beside each 'key' of the type 'handle', or beside none; this rule is ignored");
  }

  /** Numbers its handles from 1. */
  static final class Pool {
    private int last;

    int create() {
      last++;
      return last;
    }

    int createForOthers() {
      int created = create();
      return created;
    }

    void destroy(int handle) {
      if (handle > last) {
        throw new IllegalArgumentException("no handle: " + handle);
      }
    }
  }

  /** Has two pools, and leaves the first handle of the second one open. */
  static final class TwoPools {
    private TwoPools() {}

    public static void main(String[] args) {
      Pool one = new Pool();
      Pool two = new Pool();
      int kept = keepNone(one);
      int left = leak(two);
      two.destroy(keepNone(two));
      one.destroy(keepNone(one));
      one.destroy(kept);
      if (left != kept) {
        throw new IllegalStateException("pools count alike");
      }
    }

    private static int keepNone(Pool pool) {
      return pool.create();
    }

    private static int leak(Pool pool) {
      return pool.create();
    }
  }

  /**
   * Opens a hundred handles and closes all but the last. Two calls, which different rules name,
   * open each handle.
   */
  static final class OneOpening {
    private OneOpening() {}

    public static void main(String[] args) {
      Pool pool = new Pool();
      for (int i = 1; i <= 100; i++) {
        int handle = pool.createForOthers();
        if (i < 100) {
          pool.destroy(handle);
        }
      }
    }
  }

  /** Drops a pool with an open handle, and waits until the pool is collected. */
  static final class DroppedPool {
    private DroppedPool() {}

    public static void main(String[] args) throws InterruptedException {
      WeakReference<Pool> pool = dropped();
      Await.collecting(() -> pool.refersTo(null));
      System.out.println("collected");
      Pool other = new Pool();
      other.destroy(other.create());
    }

    private static WeakReference<Pool> dropped() {
      Pool pool = new Pool();
      int unused = pool.create();
      return new WeakReference<>(pool);
    }
  }
}
