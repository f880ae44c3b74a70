package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Effort;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

/** Tests a process whose heap is full of reachable objects when it ends. */
@Variant
class FullHeapIT {
  @TempDir private Path folder;

  @OneJdk
  void theReserveIsEnoughForTheWholeReport(Jdk jdk) throws Exception {
    JvmResult result = run(jdk, "-XX:+UseSerialGC", "once").expectStatus(23);

    assertThat(result.err())
        .contains("tt-alloc: 1 LEAK: 1,000 open (1,000 handles), at ")
        .contains("\nconfidence HIGH: ", "\nmore: " + Repository.launcher() + " dump ");
  }

  /** G1 needs contiguous regions for large arrays, but the free regions may be scattered. */
  @OneJdk
  void whereTheReserveIsInPiecesTheRunFailsAllTheSame(Jdk jdk) throws Exception {
    assertNotPassed(run(jdk, "-XX:+UseG1GC", "once"));
  }

  /**
   * Sometimes G1 in newer releases throws OutOfMemoryError once more after the reserve has been
   * freed, because too many collections have freed almost nothing (the GC overhead limit).
   */
  @Reliability
  @EveryJdk
  void aLastRefusalOfTheCollectorChangesNothing(Jdk jdk) throws Exception {
    for (int i = 0; i < Effort.of(10); i++) {
      assertNotPassed(run(jdk, "-XX:+UseG1GC", "once"));
    }
  }

  /** A second thread allocates the memory of the reserve as soon as the agent frees it. */
  @OneJdk
  void theRunFailsEvenIfAThreadTakesAllMemoryThatBecomesFree(Jdk jdk) throws Exception {
    assertNotPassed(run(jdk, "-XX:+UseSerialGC", "for ever"));
  }

  /** Asserts that the run failed; the message may lack the name of the error. */
  private static void assertNotPassed(JvmResult result) {
    if (result.exitStatus() == 23) {
      assertThat(result.err()).contains("tt-alloc: 1 LEAK: 1,000 open (1,000 handles), at ");
    } else {
      assertThat(result.expectStatus(24).err())
          .containsPattern(
              "tt-alloc: no judgement: the dump at exit failed( \\(java.lang.OutOfMemoryError.*\\))?,"
                  + " exit status 24 \\(fail-on=leak\\); .*\\.ledger\n");
    }
    assertThat(result.err()).doesNotContain("Could not initialize class");
  }

  private JvmResult run(Jdk jdk, String collector, String how) throws Exception {
    return tracked()
        .on(jdk)
        .optimizing()
        .jvmFlags("-Xmx64m", collector)
        .main(Fills.class, how)
        .run();
  }

  private TrackedRun tracked() throws Exception {
    return TrackedRun.in(folder).rules(Handle.RULES).option("fail-on=leak");
  }

  /** Fills its heap to the last byte with handles and arrays, keeps them, and exits. */
  static final class Fills {
    private static final List<Handle> OPEN = new ArrayList<>();
    private static final CountDownLatch FULL = new CountDownLatch(1);

    private Fills() {}

    public static void main(String[] args) throws InterruptedException {
      leak();
      if (args[0].equals("for ever")) {
        Thread taking = new Thread(Fills::fillForEver);
        taking.setDaemon(true);
        taking.start();
        FULL.await();
      } else {
        HeapFilling.fill(1);
      }
      System.exit(7);
    }

    /** Not part of main: handles opened there count as in use, because main still runs at exit. */
    private static void leak() {
      for (int i = 0; i < 1000; i++) {
        OPEN.add(new Handle());
      }
    }

    private static void fillForEver() {
      while (true) {
        HeapFilling.fill(1);
        FULL.countDown();
      }
    }
  }
}
