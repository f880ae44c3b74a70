package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

/** A thread of the application overrides hashCode. */
class OddThreadIT {
  @TempDir private Path folder;

  @OneJdk
  void oneThatWaitsForEverKeepsNoProcessFromEnding(Jdk jdk) throws Exception {
    endsWithAWholeReport(jdk, "waits");
  }

  @OneJdk
  void oneThatThrowsKeepsNoReportFromBeingWritten(Jdk jdk) throws Exception {
    endsWithAWholeReport(jdk, "throws");
  }

  private void endsWithAWholeReport(Jdk jdk, String how) throws Exception {
    JvmResult result =
        TrackedRun.in(folder)
            .rules(Handle.RULES)
            .option("fail-on=leak")
            .on(jdk)
            .main(HasOddThread.class, how)
            .run()
            .expectStatus(23);

    assertThat(result.err())
        .startsWith("tt-alloc: 1 LEAK: 1 open (1 handle), at ")
        .contains("\nconfidence HIGH: ");
  }

  /** Leaves one open beside a thread that still runs. */
  static final class HasOddThread {
    private static final List<Handle> OPEN = new ArrayList<>();

    private HasOddThread() {}

    public static void main(String[] args) throws Exception {
      // Starts tracking here: what the JDK loads on the odd thread may call its hashCode.
      new Handle().close();
      CountDownLatch runs = new CountDownLatch(1);
      Thread odd = new Odd(args[0].equals("waits"), runs);
      odd.setDaemon(true);
      odd.start();
      runs.await();
      OPEN.add(new Handle());
    }
  }

  private static final class Odd extends Thread {
    private final boolean waits;
    private final CountDownLatch runs;
    private final CountDownLatch never = new CountDownLatch(1);

    Odd(boolean waits, CountDownLatch runs) {
      this.waits = waits;
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
      if (!waits) {
        throw new IllegalStateException("no hash");
      }
      awaitNever();
      return 1;
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
