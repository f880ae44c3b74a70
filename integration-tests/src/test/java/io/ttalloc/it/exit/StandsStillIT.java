package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests that the JVM ends even if the dump at exit makes no progress. The time limit is long enough
 * for each step on a slow machine. The tests run in parallel because each of them waits for the
 * limit.
 */
@Variant
@Execution(ExecutionMode.CONCURRENT)
class StandsStillIT {
  private static final String GIVEN_UP =
      "the dump at exit has made no progress for 5 s while %s, so it is abandoned";
  private static final String PIPE = "pipe.txt";
  private static final String AGAIN =
      "'" + Repository.launcher() + " dump %s' reports what was recorded\n";

  @TempDir private Path folder;

  /** Opening a named pipe blocks until there is a reader. */
  @OneJdk
  void aReportThatNobodyTakesIsGivenUpAndTheLeakThatItTellsOfCounts(Jdk jdk) throws Exception {
    TrackedRun tracked = failing().option("dump=" + pipe());

    JvmResult result = limited(tracked.on(jdk)).main(Ends.class, "leaks").run().expectStatus(23);

    assertThat(result.err())
        .endsWith(
            "\ntt-alloc: there are leaks; %s, exit status 23 (fail-on=leak); %s"
                .formatted(writing(), again(tracked)));
  }

  @OneJdk
  void withoutALeakTheStatusIsTheProgramsOwn(Jdk jdk) throws Exception {
    TrackedRun tracked = failing().option("dump=" + pipe());

    JvmResult result = limited(tracked.on(jdk)).main(Ends.class, "").run().expectStatus(7);

    assertThat(result.err())
        .endsWith("\ntt-alloc: no leak; %s; %s".formatted(writing(), again(tracked)));
  }

  /** A class of the dump is loaded under a lock that is never released. */
  @OneJdk
  void whereNothingIsJudgedYetTheRunFails(Jdk jdk) throws Exception {
    TrackedRun tracked = failing();

    JvmResult result =
        locking(limited(tracked.on(jdk))).main(Ends.class, "locks").run().expectStatus(24);

    assertThat(result.err())
        .isEqualTo(
            "tt-alloc: no judgement: %s, exit status 24 (fail-on=leak); %s"
                .formatted(GIVEN_UP.formatted("judging"), again(tracked)));
  }

  @OneJdk
  void withoutFailOnThatIsOneLineAndTheProgramsOwnStatus(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    JvmResult result =
        locking(limited(tracked.on(jdk))).main(Ends.class, "locks").run().expectStatus(7);

    assertThat(result.err())
        .isEqualTo("tt-alloc: %s; %s".formatted(GIVEN_UP.formatted("judging"), again(tracked)));
  }

  private TrackedRun tracked() throws Exception {
    return TrackedRun.in(folder).rules(Handle.RULES);
  }

  private TrackedRun failing() throws Exception {
    return tracked().option("fail-on=leak");
  }

  private static TestJvm limited(TestJvm jvm) {
    return jvm.jvmFlags("-Dtt-alloc.exit-limit=5");
  }

  private static TestJvm locking(TestJvm jvm) {
    return jvm.jvmFlags("--add-opens=java.base/java.lang=ALL-UNNAMED");
  }

  private String writing() {
    return GIVEN_UP.formatted("writing " + folder.resolve(PIPE));
  }

  private static String again(TrackedRun tracked) throws Exception {
    return AGAIN.formatted(tracked.ledgers().ledgers().get(0));
  }

  private Path pipe() throws Exception {
    Path pipe = folder.resolve(PIPE);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  /** Closes one handle, leaves another open on request, and exits with status 7. */
  static final class Ends {
    private static final List<Handle> OPEN = new ArrayList<>();

    private Ends() {}

    public static void main(String[] args) throws Exception {
      new Handle().close();
      if (args[0].equals("leaks")) {
        // On a thread that ends: a resource that main opens might count as in use.
        Thread leaking = new Thread(() -> OPEN.add(new Handle()));
        leaking.start();
        leaking.join();
      }
      if (args[0].equals("locks")) {
        LoadingLock.takeForEver("io.ttalloc.analysis.Analysis");
      }
      System.exit(7);
    }
  }
}
