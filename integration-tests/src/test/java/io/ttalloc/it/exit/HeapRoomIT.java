package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a program whose heap is large enough for the program itself but not also for the analysis.
 */
@Variant
class HeapRoomIT {
  private static final int STACKS = 8_000;

  @TempDir private Path folder;

  /**
   * {@code -XX:+ExitOnOutOfMemoryError} ends the JVM before the agent can report anything. The bean
   * ignores the flag: it always leaves half of the free heap to the application.
   */
  @OneJdk
  void noDumpIsTriedThatMayEndTheJvmOrTakeTheHeapOfTheApplication(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Handle.RULES).option("fail-on=leak");

    JvmResult result =
        deep(tracked, jdk, STACKS).jvmFlags("-Xmx32m", "-XX:+ExitOnOutOfMemoryError").run();

    assertThat(result.expectStatus(24).err())
        .containsPattern(
            "tt-alloc: no judgement: the dump at exit failed \\(judging the ledger may need [0-9,]+ bytes of heap,"
                + " but only [0-9,]+ are free; with -XX:\\+ExitOnOutOfMemoryError, running out of heap"
                + " would harm the application\\), exit status 24 \\(fail-on=leak\\); the ledger is kept: .*\\.ledger\n");
    assertThat(result.out())
        .startsWith("opened\n")
        .containsPattern(
            "(reading|judging) the ledger may need [0-9,]+ bytes of heap, expected at most half of the"
                + " [0-9,]+ that are free; tt-alloc dump [0-9]+ writes reports in a separate process");
    assertThat(tracked.ledgers().read().tallies()).hasSizeGreaterThan(STACKS / 2);
  }

  @OneJdk
  void whereThereIsRoomTheDumpIsMade(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Handle.RULES).option("fail-on=leak");

    JvmResult result =
        deep(tracked, jdk, 2_000).jvmFlags("-Xmx256m", "-XX:+ExitOnOutOfMemoryError").run();

    assertThat(result.expectStatus(23).err()).contains("1 LEAK: 2,000 open (2,000 handles)");
  }

  private static TestJvm deep(TrackedRun tracked, Jdk jdk, int stacks) throws Exception {
    return tracked.on(jdk).optimizing().main(Deep.class, Integer.toString(stacks));
  }

  /** Opens resources with many deep stacks, asks the bean for a report, and exits. */
  static final class Deep {
    private static final List<Handle> OPEN = new ArrayList<>();

    private Deep() {}

    public static void main(String[] args) throws Exception {
      int stacks = Integer.parseInt(args[0]);
      for (int i = 0; i < stacks; i++) {
        left(30 + i % 100, i);
      }
      System.out.println("opened");
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName bean = new ObjectName("io.ttalloc:type=Ledger");
      Await.until(() -> server.isRegistered(bean));
      System.gc();
      try {
        Object unused =
            server.invoke(
                bean, "dump", new Object[] {"x.txt"}, new String[] {String.class.getName()});
      } catch (Exception e) {
        System.out.println(e.getCause() == null ? e : e.getCause());
      }
      System.exit(7);
    }

    /** Each bit selects one of two calls, so each number has its own stack. */
    private static void left(int depth, int bits) {
      if (depth == 0) {
        OPEN.add(new Handle());
      } else if ((bits & 1) == 0) {
        left(depth - 1, bits >> 1);
      } else {
        right(depth - 1, bits >> 1);
      }
    }

    private static void right(int depth, int bits) {
      if (depth == 0) {
        OPEN.add(new Handle());
      } else if ((bits & 1) == 0) {
        left(depth - 1, bits >> 1);
      } else {
        right(depth - 1, bits >> 1);
      }
    }
  }
}
