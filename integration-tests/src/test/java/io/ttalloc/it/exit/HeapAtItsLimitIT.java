package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a program that repeatedly fills its heap, survives, and opens resources in the meantime.
 */
@Variant
class HeapAtItsLimitIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.exit.HeapAtItsLimitIT$Door
          type: door
          open: [open]
          close: [close]
      """;

  private static final Pattern COLLECTIONS = Pattern.compile("collections: (\\d+)");

  @TempDir private Path folder;

  /** A collection that frees nothing takes longer than all hooks together. */
  @OneJdk
  void hooksMakeTheCollectorRunHardlyMoreOften(Jdk jdk) throws Exception {
    long without = collections(filling(TestJvm.on(jdk).withoutAgent()).run().expectStatus(0));
    JvmResult tracked = filling(TrackedRun.in(folder).rules(RULES).on(jdk)).run().expectStatus(0);

    assertThat(tracked.err()).contains("events dropped: the heap was full");
    assertThat(collections(tracked)).isBetween(without / 2, without * 3 / 2);
  }

  /**
   * Linking a call makes the JVM ask a class loader for the class, which needs heap. So the first
   * call of a hook could fail inside the application.
   */
  @OneJdk
  void theFirstCallOfAHookNeedsNoHeap(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result =
        tracked
            .on(jdk)
            .jvmFlags("-Xmx32m", "-XX:+UseSerialGC")
            .main(FillsFirst.class)
            .run()
            .expectStatus(0);

    assertThat(result.out()).isEqualTo("opened and closed\n");
    assertThat(result.err())
        .contains("NOT JUDGED", "events dropped: the heap was full")
        .doesNotContain("CLOSE_OF_UNKNOWN");
  }

  private static TestJvm filling(TestJvm jvm) {
    return jvm.optimizing().jvmFlags("-Xmx32m", "-XX:+UseSerialGC").main(Fills.class);
  }

  private static long collections(JvmResult of) {
    Matcher said = COLLECTIONS.matcher(of.out());
    assertThat(said.find()).as(of.out()).isTrue();
    return Long.parseLong(said.group(1));
  }

  /** A resource that can be opened repeatedly without allocating in the program's heap. */
  static final class Door implements AutoCloseable {
    void open() {}

    @Override
    public void close() {}
  }

  static final class FillsFirst {
    private static final Door DOOR = new Door();

    private FillsFirst() {}

    public static void main(String[] args) {
      HeapFilling.fill(1);
      DOOR.open();
      DOOR.close();
      HeapFilling.letGo();
      System.out.println("opened and closed");
    }
  }

  static final class Fills {
    private static final Door DOOR = new Door();

    private Fills() {}

    public static void main(String[] args) {
      for (int i = 0; i < 3; i++) {
        HeapFilling.fill(16);
        openMany();
        HeapFilling.letGo();
        openMany();
      }
      long collections = 0;
      for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
        collections += Math.max(0, each.getCollectionCount());
      }
      System.out.println("collections: " + collections);
    }

    private static void openMany() {
      for (int i = 0; i < 50; i++) {
        DOOR.open();
        DOOR.close();
      }
    }
  }
}
