package io.ttalloc.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a program whose threads all need tracking at once, with a CPU quota of 1/25 of a processor.
 */
@Variant
class SlowStartIT {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final int PERIOD_MICROS = 100_000;
  private static final int QUOTA_MICROS = PERIOD_MICROS / 25;

  private static final String RULES =
      """
        - class: io.ttalloc.it.process.SlowStartIT$Thing
          subtypes: true
          type: thing
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;
  private Path group;

  @BeforeEach
  void makeTheGroup() throws IOException {
    boolean first = Files.isDirectory(GROUPS.resolve("cpu"));
    String name = "tt-alloc-" + ProcessHandle.current().pid();
    group = (first ? GROUPS.resolve("cpu") : GROUPS).resolve(name);
    try {
      Files.createDirectory(group);
      if (first) {
        Files.writeString(group.resolve("cpu.cfs_period_us"), "" + PERIOD_MICROS);
        Files.writeString(group.resolve("cpu.cfs_quota_us"), "" + QUOTA_MICROS);
      } else {
        Files.writeString(group.resolve("cpu.max"), QUOTA_MICROS + " " + PERIOD_MICROS);
      }
    } catch (IOException e) {
      removeTheGroup();
      abort("needs a control group with a CPU quota (" + e + ")");
    }
  }

  @AfterEach
  void removeTheGroup() throws IOException {
    Files.deleteIfExists(group);
  }

  @OneJdk
  void losesNoClass(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    tracked
        .on(jdk)
        .launchedBy("sh", "-c", "echo $$ > " + group + "/cgroup.procs && exec \"$@\"", "sh")
        .main(OpensAtOnce.class)
        .run()
        .expectSuccess();

    JsonReport report = tracked.json();
    assertThat(report.total("opened")).isEqualTo(4);
    assertThat(report.total("closed")).isEqualTo(4);
    assertThat(report.confidenceReasons()).isEmpty();
  }

  /** A resource whose class is loaded by the thread that opens it. */
  abstract static class Thing implements AutoCloseable {
    @Override
    public void close() {}
  }

  static final class Thing1 extends Thing {}

  static final class Thing2 extends Thing {}

  static final class Thing3 extends Thing {}

  static final class Thing4 extends Thing {}

  /** Loads each of the classes in a separate thread, all at the same time. */
  static final class OpensAtOnce {
    private OpensAtOnce() {}

    public static void main(String[] args) throws Exception {
      CyclicBarrier together = new CyclicBarrier(4);
      List<Thread> threads = new ArrayList<>();
      for (int i = 1; i <= 4; i++) {
        String name = OpensAtOnce.class.getPackageName() + ".SlowStartIT$Thing" + i;
        Thread thread = new Thread(() -> open(name, together));
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }

    private static void open(String name, CyclicBarrier together) {
      try {
        together.await();
        Class.forName(name).asSubclass(Thing.class).getDeclaredConstructor().newInstance().close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
