package io.ttalloc.it.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

class ClosesIT {

  private static final String RULES =
      """
        - class: io.ttalloc.it.pitfalls.ClosesIT$Door
          subtypes: true
          type: door
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.pitfalls.ClosesIT$Gate
          subtypes: true
          type: gate
          close: [shut]
        - class: io.ttalloc.it.pitfalls.ClosesIT$Strict
          type: strict
          open: [<init>]
          close: [close]
          idempotent: false
      """;

  private static final String HEIR =
      """
        - class: io.ttalloc.it.pitfalls.ClosesIT$Heir
          type: heir
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;

  @EveryJdk
  void inheritedOverriddenNestedAndBridgedClosesCountOnce(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(ClosesAll.class).run().expectSuccess();

    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 5 opened, 5 closed, Active allocations: 0\n");
  }

  @EveryJdk
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

  @EveryJdk
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

  @EveryJdk
  void aCloseThatIsWrittenInAClassWithoutARuleCounts(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(HEIR);

    JvmResult result = tracked.on(jdk).main(ClosesHeir.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("false\nclose() of Door, synthetic: false\n");
    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 2 opened, 2 closed, Active allocations: 0\n");
  }

  @EveryJdk
  void aCloseThatMayNotBeAddedIsSaidNotToBeSeen(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(HEIR.replace("$Heir", "$SerialHeir"));

    JvmResult result = tracked.on(jdk).main(ClosesSerialHeir.class).run().expectSuccess();

    String me = getClass().getName();
    assertThat(result.err())
        .startsWith(
            ("tt-alloc: %s:6:13: %s$SerialHeir inherits 'close' from %s$Door, where it is not tracked (another"
                    + " method would change the version under which it is serialized), expected a"
                    + " rule for %s$Door that names it; the rest of the rule applies\n")
                .formatted(tracked.ruleFile(), me, me, me));
  }

  /** Closes by itself. */
  static class Door implements AutoCloseable {
    private volatile boolean closed;

    boolean isClosed() {
      return closed;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Overrides, and calls up. */
  static class HeavyDoor extends Door {
    @Override
    public void close() {
      super.close();
    }
  }

  /** Inherits what HeavyDoor does. */
  static final class SteelDoor extends HeavyDoor {}

  /** Is closed by a method with a type parameter. */
  abstract static class Gate<K> extends Door {
    abstract void shut(K key);
  }

  /** So that its compiler makes a bridge. */
  static final class KeyGate extends Gate<String> {
    @Override
    void shut(String key) {
      super.close();
    }
  }

  /** Does not close the first times. */
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

  /** Only opens by itself. */
  static class Heir extends Door {}

  /** Opens by the constructor of its super class. */
  static final class YoungHeir extends Heir {}

  /** Closes what inherits its close. */
  static final class ClosesHeir {
    private ClosesHeir() {}

    public static void main(String[] args) {
      try (Heir heir = new Heir()) {
        System.out.println(heir.isClosed());
      }
      // The super class is not touched, and a subclass of the heir closes once.
      new Door().close();
      new YoungHeir().close();
      System.out.println(
          "close() of Door, synthetic: "
              + Arrays.stream(Door.class.getDeclaredMethods()).anyMatch(Method::isSynthetic));
    }
  }

  /** Would be read back as another version if it had one more method. */
  static final class SerialHeir extends Door implements Serializable {}

  /** Closes what may get no close of its own. */
  static final class ClosesSerialHeir {
    private ClosesSerialHeir() {}

    public static void main(String[] args) {
      new SerialHeir().close();
    }
  }

  /** Closes in every form. */
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

  /** Tries to close what is stuck. */
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
