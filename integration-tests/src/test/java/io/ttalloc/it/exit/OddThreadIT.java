package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

/** Tests a program in which a thread overrides hashCode or getStackTrace. */
@Variant
class OddThreadIT {
  @TempDir private Path folder;

  @OneJdk
  void oneThatThrowsOrWaitsForEverKeepsNoProcessFromEnding(Jdk jdk) throws Exception {
    assertThat(reportBeside(jdk, "throws", "waits")).contains("\nconfidence HIGH: ");
  }

  @OneJdk
  void oneWhoseStackIsAnErrorKeepsNoReportFromBeingWritten(Jdk jdk) throws Exception {
    assertThat(reportBeside(jdk, "stackless"))
        .contains("\nconfidence LOW: 1 error inside the agent");
  }

  private String reportBeside(Jdk jdk, String... how) throws Exception {
    JvmResult result =
        TrackedRun.in(folder)
            .rules(Handle.RULES)
            .option("fail-on=leak")
            .on(jdk)
            .main(HasOddThreads.class, how)
            .run()
            .expectStatus(23);

    assertThat(result.err()).startsWith("tt-alloc: 1 LEAK: 1 open (1 handle), at ");
    return result.err();
  }

  /** Leaves one handle open while odd threads are running. */
  static final class HasOddThreads {
    private static final List<Handle> OPEN = new ArrayList<>();

    private HasOddThreads() {}

    public static void main(String[] args) throws Exception {
      // Starts tracking on this thread: if the JDK loaded classes on the odd thread, it might call
      // the thread's hashCode.
      new Handle().close();
      for (String how : args) {
        CountDownLatch runs = new CountDownLatch(1);
        Thread odd = new Odd(how, runs);
        odd.setDaemon(true);
        odd.start();
        runs.await();
      }
      OPEN.add(new Handle());
    }
  }

  private static final class Odd extends Thread {
    private final String how;
    private final CountDownLatch runs;
    private final CountDownLatch never = new CountDownLatch(1);

    Odd(String how, CountDownLatch runs) {
      this.how = how;
      this.runs = runs;
    }

    @Override
    public void run() {
      try {
        new Handle().close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      runs.countDown();
      awaitNever();
    }

    @Override
    public int hashCode() {
      if (how.equals("throws")) {
        throw new IllegalStateException("no hash");
      }
      if (how.equals("waits")) {
        awaitNever();
      }
      return System.identityHashCode(this);
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      if (how.equals("stackless")) {
        throw new AssertionError("no stack");
      }
      return super.getStackTrace();
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    private void awaitNever() {
      try {
        never.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
