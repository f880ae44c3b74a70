package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the exit status of runs that fail on leaks. Other tests assert the status of each scenario
 * and fault together with its findings.
 */
class FailOnIT {
  private static final String LEAK = "tt-alloc: 1 LEAK: 1 open, 4,711 B (1 session), at ";
  private static final String MORE = "\nmore: " + Repository.launcher() + " dump ";

  @TempDir private Path folder;

  @OneJdk
  void aLeakReplacesAnyStatusWhenAllIsWritten(Jdk jdk) throws Exception {
    assertAReturnIsSaidInOneLineWithoutADumpOnStderr(jdk);
    assertTheLineOfAnExitSaysThatTheReportCouldNotBeWrittenAndNamesTheLedger(jdk);
    assertMoreOfAnExceptionIsACommandThatFindsTheLedger(jdk);
  }

  private void assertAReturnIsSaidInOneLineWithoutADumpOnStderr(Jdk jdk) throws Exception {
    Path json = folder.resolve("only.json");

    assertThat(leaking(tracked().onlyTo(json), jdk, "return").err())
        .startsWith(LEAK)
        .endsWith(", exit status 23 (fail-on=leak); the report is in " + json + "\n")
        .hasLineCount(1);
  }

  private void assertTheLineOfAnExitSaysThatTheReportCouldNotBeWrittenAndNamesTheLedger(Jdk jdk)
      throws Exception {
    TrackedRun unwritable = tracked().onlyTo(folder.resolve("none/only.json"));

    String last = leaking(unwritable, jdk, "exit").err().lines().reduce("", (before, line) -> line);

    assertThat(last)
        .startsWith(LEAK)
        .contains(", exit status 23 (fail-on=leak); the report could not be written to " + folder)
        .contains("only.json; the ledger is kept: ");
    assertThat(Path.of(last.replaceAll(".* ", ""))).exists();
  }

  private void assertMoreOfAnExceptionIsACommandThatFindsTheLedger(Jdk jdk) throws Exception {
    String err = leaking(tracked(), jdk, "throw").err();

    assertThat(err).contains(LEAK, MORE);
    String more = err.replaceAll("(?s).*\nmore: " + Repository.launcher() + " ", "").strip();
    assertThat(Monitor.here(more.split(" ", -1)).expectSuccess().out()).contains("tt-alloc/1");
  }

  private static JvmResult leaking(TrackedRun tracked, Jdk jdk, String end) throws Exception {
    JvmResult result = tracked.option("fail-on=leak").on(jdk).main(Ends.class, "leak", end).run();
    assertThat(result.expectStatus(23).out()).isEqualTo("4711\nthe hook has ended\n");
    return result;
  }

  @Variant
  @Test
  void aFileWithoutALeakIsNotMentioned() throws Exception {
    TrackedRun tracked = tracked().option("fail-on=never").onlyTo(folder.resolve("only.txt"));

    JvmResult result = tracked.on(Jdks.ofThisBuild()).main(Ends.class, "close", "return").run();

    assertThat(result.expectStatus(0).err()).isEmpty();
  }

  @OneJdk
  void misuseIsNoLeakSoTheStatusIsTheProgramsOwn(Jdk jdk) throws Exception {
    TrackedRun twice = tracked().option("fail-on=leak");

    twice.on(jdk).main(Ends.class, "close twice", "exit").run().expectStatus(7);

    assertThat(twice.json().misuse()).hasSize(1);
  }

  @Variant
  @Test
  void aTermSignalIsReplacedToo() throws Exception {
    try (RunningJvm running =
        tracked()
            .option("fail-on=leak")
            .on(Jdks.ofThisBuild())
            .main(Ends.class, "leak", "wait")
            .start()) {
      running.awaitLine("^4711$");
      assertThat(running.terminate().expectStatus(23).err()).contains(LEAK, MORE);
    }
  }

  @Variant
  @Test
  void withAConditionThatIsNoneThereIsNoJudgement() throws Exception {
    TestJvm jvm = tracked().option("fail-on=leaks").on(Jdks.ofThisBuild());

    JvmResult result = jvm.main(Ends.class, "leak", "exit").run();

    assertThat(result.expectStatus(24).err()).contains(LEAK);
  }

  @Variant
  @Test
  void whatNothingDecidesFailsIfAskedFor() throws Exception {
    TestJvm jvm = tracked().option("fail-on=undecided").on(Jdks.ofThisBuild());

    JvmResult result = jvm.main(ExitsAmidst.class).run();

    assertThat(result.expectStatus(24).err())
        .startsWith("tt-alloc: 1 UNDECIDED. ")
        .contains(
            "no judgement: 1 entry may or may not be a leak, exit status 24 (fail-on=leak,undecided); ");
  }

  private TrackedRun tracked() throws Exception {
    return TrackedRun.in(folder).rules(Session.RULES + "    idempotent: false\n");
  }

  /**
   * Calls exit in a method that has a session open; nothing shows whether the method would have
   * closed it.
   */
  static final class ExitsAmidst {
    private ExitsAmidst() {}

    public static void main(String[] args) {
      Session session = new Session(1);
      System.exit(6 + session.size());
      session.close();
    }
  }

  /**
   * Keeps a session open or closes it, has a slow shutdown hook, and ends in the way given by its
   * argument.
   */
  static final class Ends {
    private static final Session KEPT = new Session(4_711);

    private Ends() {}

    public static void main(String[] args) throws InterruptedException {
      Runtime.getRuntime().addShutdownHook(new Thread(Ends::hook));
      use(args[0]);
      switch (args[1]) {
        case "exit" -> System.exit(7);
        case "throw" -> throw new IllegalStateException("thrown on purpose");
        case "wait" -> new CountDownLatch(1).await();
        default -> {}
      }
    }

    private static void use(String what) {
      System.out.println(KEPT.size());
      if (what.startsWith("close")) {
        KEPT.close();
      }
      if (what.endsWith("twice")) {
        KEPT.close();
      }
    }

    private static void hook() {
      LockSupport.parkNanos(200_000_000);
      System.out.println("the hook has ended");
    }
  }
}
