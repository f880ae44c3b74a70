package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an exit performs only the steps that its report needs. */
@Variant
class ExitStepsIT {
  @TempDir private Path folder;

  /** A run with default options: only the text on standard error. */
  private TrackedRun tracked() throws IOException {
    return TrackedRun.in(folder).rules(Handle.RULES).onlyText();
  }

  private Path loaded() {
    return folder.resolve("loaded.txt");
  }

  private TestJvm logging(TestJvm jvm) {
    return jvm.jvmFlags("-Xlog:class+load:file=" + loaded());
  }

  private List<String> loaded(String prefix) throws IOException {
    List<String> found = new ArrayList<>();
    for (String line : Files.readAllLines(loaded())) {
      int name = line.indexOf("] " + prefix);
      if (name >= 0) {
        found.add(line.substring(name + 2).split(" ", 2)[0]);
      }
    }
    return found;
  }

  @OneJdk
  void whereNothingIsOpenNothingThatJudgesIsLoaded(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    JvmResult result = logging(tracked.on(jdk)).main(Opens.class, "closes").run().expectSuccess();

    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 2 opened, 2 closed, Active allocations: 0\n");
    assertThat(loaded("io.ttalloc.ledger.write.LedgerWriter ")).hasSize(1);
    assertThat(loaded("io.ttalloc.analysis.Analysis ")).isEmpty();
    assertThat(loaded("io.ttalloc.analysis.facts.Facts")).isEmpty();
    assertThat(loaded("io.ttalloc.ledger.read.LedgerReader ")).isEmpty();
    assertThat(loaded("io.ttalloc.heap.dump.HeapDump ")).isEmpty();
    assertThat(tracked.ledgers().ledgers()).isEmpty();
  }

  @OneJdk
  void aSmallHeapIsReadWithoutAnotherProcess(Jdk jdk) throws Exception {
    JvmResult result =
        logging(tracked().option("holders=true").option("verbose=true").on(jdk))
            .main(Opens.class, "leaks")
            .run()
            .expectSuccess();

    assertThat(result.err())
        .contains("kept     by static ExitStepsIT.Opens.OPEN")
        .contains("compilers: 1 compiler directives added");
    assertThat(loaded("io.ttalloc.heap.")).isNotEmpty();
    assertThat(loaded("java.lang.ProcessBuilder ")).isEmpty();
    // Linking a lambda costs up to a millisecond; the agent's lambdas are linked at build time.
    assertThat(loaded("io.ttalloc."))
        .filteredOn(name -> name.contains("$$Lambda"))
        .allMatch(name -> name.startsWith(Opens.class.getName()));
  }

  @OneJdk
  void afterASignalTheHeapIsAskedIfTheUserSaysSo(Jdk jdk) throws Exception {
    assertThat(terminated(tracked().option("holders=true").on(jdk), "waits").err())
        .contains("kept     by static ExitStepsIT.Opens.OPEN");
  }

  /** The call that asks the allocator for its statistics never returns. */
  @OneJdk
  void codeOfTheApplicationIsAskedForATenthOfASecondAfterASignalAndTheHeapIsNot(Jdk jdk)
      throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Handle.RULES + Waits.RULE).onlyText();

    assertThat(terminated(tracked.on(jdk), "statistics").err())
        .containsOnlyOnce("the allocator's statistics were not available within 100 ms")
        .contains("tt-alloc: 1 LEAK: 1 open (1 handle), at ")
        .doesNotContain("kept     by");
  }

  private static JvmResult terminated(TestJvm jvm, String what) throws Exception {
    // A time limit that is long enough for a machine of any speed.
    try (RunningJvm running =
        jvm.jvmFlags("-Dtt-alloc.signal-limit=60").main(Opens.class, what).start()) {
      running.awaitLine("^open$");
      return running.terminate().expectStatus(128 + 15);
    }
  }

  /** The lock for loading a class of the analysis is never released. */
  @OneJdk
  void whatCannotBeJudgedInTimeAfterASignalIsJudgedLater(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();
    TestJvm jvm = tracked.on(jdk).jvmFlags("--add-opens=java.base/java.lang=ALL-UNNAMED");

    try (RunningJvm running = jvm.main(Opens.class, "locks").start()) {
      running.awaitLine("^open$");
      JvmResult result = running.terminate().expectStatus(128 + 15);

      Path ledger = tracked.ledgers().ledgers().get(0);
      assertThat(result.err())
          .startsWith("tt-alloc: judged later: ")
          .endsWith(" dump " + ledger + "\n");
    }
    assertThat(tracked.ledgers().read().process().ended()).isEqualTo(ProcessEntry.Ended.EXIT);
  }

  /** Opens two handles, and closes one of them, or both if the argument says so. */
  static final class Opens {
    private static final List<Handle> OPEN = new ArrayList<>();

    private Opens() {}

    public static void main(String[] args) throws Exception {
      new Handle().close();
      // Opens on a thread that ends, because a resource that main opens might count as in use.
      Thread opening = new Thread(() -> OPEN.add(new Handle()));
      opening.start();
      opening.join();
      if (args[0].equals("closes")) {
        OPEN.remove(0).close();
      }
      if (args[0].equals("statistics")) {
        new Waits();
      }
      if (args[0].equals("locks")) {
        LoadingLock.takeForEver("io.ttalloc.analysis.Analysis");
      }
      if (!args[0].equals("closes") && !args[0].equals("leaks")) {
        System.out.println("open");
        System.out.flush();
        new CountDownLatch(1).await();
      }
    }
  }

  /** An allocator whose method for statistics never returns. */
  static final class Waits {
    static final String RULE =
        """
          - class: io.ttalloc.it.exit.ExitStepsIT$Waits
            statistics:
              method: all
              allocated: allocated()
        """;

    static Iterable<Waits> all() throws InterruptedException {
      new CountDownLatch(1).await();
      return List.of();
    }

    long allocated() {
      return 0;
    }
  }
}
