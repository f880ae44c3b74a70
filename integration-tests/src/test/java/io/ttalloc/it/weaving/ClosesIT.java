package io.ttalloc.it.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

@Variant
class ClosesIT {

  private static final String RULES =
      """
        - class: io.ttalloc.it.weaving.ClosesIT$Door
          subtypes: true
          type: door
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.weaving.ClosesIT$Gate
          subtypes: true
          type: gate
          close: [shut]
        - class: io.ttalloc.it.weaving.ClosesIT$Strict
          type: strict
          open: [<init>]
          close: [close]
          idempotent: false
      """;

  @TempDir private Path folder;

  @OneJdk
  void inheritedOverriddenNestedAndBridgedClosesCountOnce(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(ClosesAll.class).run().expectSuccess();

    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 5 opened, 5 closed, Active allocations: 0\n");
  }

  @OneJdk
  void aCloseThatThrowsLeavesItOpenUntilOneSucceeds(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(ClosesStuck.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("stuck\nstuck\nstuck\n");
    JsonReport json = tracked.json();
    assertThat(json.total("opened")).isEqualTo(2);
    assertThat(json.total("closed")).isEqualTo(1);
    assertThat(json.findings()).hasSize(1);
    assertThat(json.findings().get(0).get("count").getAsInt()).isEqualTo(1);
    assertThat(json.misuse()).allMatch(m -> m.get("kind").getAsString().equals("CLOSE_FAILED"));
    assertThat(json.misuse().stream().mapToInt(m -> m.get("count").getAsInt()).sum()).isEqualTo(3);
    assertThat(JsonReport.frames(json.misuse().get(0), "second"))
        .anyMatch(f -> f.startsWith("ClosesIT$ClosesStuck.close(ClosesIT.java:"));
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  @OneJdk
  void aCloseThatIsNotThereMakesOnlyItsOwnTypeDoubtful(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder).rules(RULES.replaceFirst("close: .close]", "close: [close, slam]"));

    JvmResult result = tracked.on(jdk).main(LeavesTwoOpen.class).run().expectSuccess();

    String doubt =
        "rules.yaml:7:20: %s has no method 'slam', expected one of <init>, close: it may have been closed unseen"
            .formatted(Door.class.getName());
    assertThat(result.err()).contains("  " + doubt + "\n").contains("LEAK");
    JsonReport json = tracked.json();
    assertThat(JsonReport.texts(json.findings("door").get(0), "why")).contains(doubt);
    assertThat(json.findings("door").get(0).get("confidence").getAsString()).isEqualTo("LOW");
    assertThat(json.findings("strict").get(0).get("confidence").getAsString()).isEqualTo("HIGH");
    assertThat(json.confidenceReasons())
        .containsExactly(
            "some methods that rules name as closing door do not exist: closes may have been missed");
  }

  @OneJdk
  void aSecondCloseIsMisuseOnlyWhereTheRuleSaysSo(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    tracked.on(jdk).main(ClosesTwice.class).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.total("closed")).isEqualTo(json.total("opened")).isEqualTo(2);
    assertThat(json.findings()).isEmpty();
    assertThat(json.misuse()).hasSize(1);
    JsonObject misuse = json.misuse().get(0);
    assertThat(misuse.get("kind").getAsString()).isEqualTo("DOUBLE_CLOSE");
    assertThat(misuse.get("class").getAsString()).endsWith("$Strict");
    assertThat(JsonReport.frames(misuse, "first")).anyMatch(f -> f.contains("closeFirst("));
    assertThat(JsonReport.frames(misuse, "second")).anyMatch(f -> f.contains("closeAgain("));
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  @EveryJdk
  void threadsThatCloseTheSameObjectCloseItOnce(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(ClosesAtOnce.class).run().expectSuccess();

    assertThat(result.err())
        .isEqualTo(
            "tt-alloc: clean. 20000 opened, 20000 closed, Active allocations: 0\n"
                .replace("20000", "20,000"));
  }

  /** Closed by its own method. */
  static class Door implements AutoCloseable {
    @Override
    public void close() {}
  }

  /** Overrides the close method, and calls super. */
  static class HeavyDoor extends Door {
    @Override
    public void close() {
      super.close();
    }
  }

  /** Inherits the methods of HeavyDoor. */
  static final class SteelDoor extends HeavyDoor {}

  /** Closed by a method whose parameter type is a type variable. */
  abstract static class Gate<K> extends Door {
    abstract void shut(K key);
  }

  /** Has a compiler-generated bridge method. */
  static final class KeyGate extends Gate<String> {
    @Override
    void shut(String key) {
      super.close();
    }
  }

  /** Fails to close the given number of times. */
  static final class Stuck extends Door {
    private int failures;

    Stuck(int failures) {
      this.failures = failures;
    }

    @Override
    public void close() {
      if (failures-- > 0) {
        throw new IllegalStateException("stuck");
      }
      super.close();
    }
  }

  /** Must not be closed twice. */
  static final class Strict implements AutoCloseable {
    private int closes;

    @Override
    public void close() {
      closes++;
    }

    int closes() {
      return closes;
    }
  }

  /** Closes doors in every way. */
  static final class ClosesAll {
    private ClosesAll() {}

    public static void main(String[] args) {
      Door[] doors = {new Door(), new HeavyDoor(), new SteelDoor()};
      for (Door door : doors) {
        door.close();
        door.close();
      }
      shut(new KeyGate(), "key");
      new KeyGate().shut("key");
    }

    private static <K> void shut(Gate<K> gate, K key) {
      gate.shut(key);
    }
  }

  /** Tries to close a stuck door. */
  static final class ClosesStuck {
    private static final Door NEVER = new Stuck(Integer.MAX_VALUE);

    private ClosesStuck() {}

    public static void main(String[] args) {
      Door once = new Stuck(1);
      close(once);
      close(once);
      close(NEVER);
      close(NEVER);
    }

    private static void close(Door door) {
      try {
        door.close();
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  static final class LeavesTwoOpen {
    private static Door door = new Door();
    private static Strict strict = new Strict();

    private LeavesTwoOpen() {}

    public static void main(String[] args) {
      new Door().close();
      System.out.println(door + " and " + strict.closes());
    }
  }

  /** Closes one of each kind twice. */
  static final class ClosesTwice {
    private ClosesTwice() {}

    public static void main(String[] args) {
      Door door = new Door();
      Strict strict = new Strict();
      door.close();
      door.close();
      closeFirst(strict);
      closeAgain(strict);
      System.out.println(strict.closes());
    }

    private static void closeFirst(Strict strict) {
      strict.close();
    }

    private static void closeAgain(Strict strict) {
      strict.close();
    }
  }

  /** Two threads close every door. */
  static final class ClosesAtOnce {
    private ClosesAtOnce() {}

    public static void main(String[] args) throws InterruptedException {
      for (int round = 0; round < 20; round++) {
        Door[] doors = new Door[1_000];
        for (int i = 0; i < doors.length; i++) {
          doors[i] = i % 2 == 0 ? new Door() : new SteelDoor();
        }
        CountDownLatch start = new CountDownLatch(2);
        Thread other = new Thread(() -> closeAll(doors, start));
        other.start();
        closeAll(doors, start);
        other.join();
      }
    }

    private static void closeAll(Door[] doors, CountDownLatch start) {
      start.countDown();
      try {
        start.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      for (Door door : doors) {
        door.close();
      }
    }
  }
}
