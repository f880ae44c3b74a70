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
import org.junit.jupiter.api.io.TempDir;

/** Tests a process in which a size limit for files keeps the ledger from growing as needed. */
@Variant
class UnrecordedIT {
  @TempDir private Path folder;

  @OneJdk
  void aRunOfWhichNotAllWasRecordedDoesNotPass(Jdk jdk) throws Exception {
    JvmResult result = run(jdk, true).expectStatus(24);

    assertThat(result.err())
        .containsPattern(
            "\ntt-alloc: no judgement: [0-9,]+ events? dropped: the ledger's file could not grow,"
                + " exit status 24 \\(fail-on=leak\\); ")
        .doesNotContain("LEAK:");
  }

  @OneJdk
  void withoutFailOnItKeepsItsOwnStatus(Jdk jdk) throws Exception {
    assertThat(run(jdk, false).expectStatus(0).err()).doesNotContain("no judgement");
  }

  /** An empty ledger would mean that the process opened nothing. */
  @OneJdk
  void ifTrackingCannotStartNoLedgerIsLeft(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Handle.RULES);

    JvmResult result = run(tracked, jdk, 100).expectStatus(0);

    assertThat(result.err())
        .contains("tt-alloc: tracking could not start (", "cannot allocate the first");
    assertThat(tracked.ledgers().fileNames()).isEmpty();
  }

  private JvmResult run(Jdk jdk, boolean failOnLeak) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Handle.RULES);
    if (failOnLeak) {
      tracked.option("fail-on=leak");
    }
    // Too few blocks for the first segment of slots.
    return run(tracked, jdk, 3_000);
  }

  /** Runs with a limit on the size of files, in units of 512 bytes. */
  private static JvmResult run(TrackedRun tracked, Jdk jdk, int blocks) throws Exception {
    return tracked
        .on(jdk)
        .launchedBy("sh", "-c", "ulimit -f " + blocks + "; exec \"$@\"", "sh")
        .main(OpensAndCloses.class)
        .run();
  }

  /** Closes everything that it opens. */
  static final class OpensAndCloses {
    private OpensAndCloses() {}

    public static void main(String[] args) throws IOException {
      List<Handle> open = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        open.add(new Handle());
      }
      for (Handle handle : open) {
        handle.close();
      }
    }
  }
}
