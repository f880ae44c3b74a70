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
import org.junit.jupiter.api.io.TempDir;

/** The ledger's file may not grow to the size that it needs. */
class UnrecordedIT {
  @TempDir private Path folder;

  @OneJdk
  void aRunOfWhichNotAllWasRecordedDoesNotPass(Jdk jdk) throws Exception {
    JvmResult result = run(jdk, true).expectStatus(24);

    assertThat(result.err())
        .containsPattern(
            "\ntt-alloc: no judgement: [0-9,]+ events? dropped: the ledger's file could not grow,"
                + " status 24 by fail-on=leak; ")
        .doesNotContain("LEAK:");
  }

  @OneJdk
  void withoutFailOnItKeepsItsOwnStatus(Jdk jdk) throws Exception {
    assertThat(run(jdk, false).expectStatus(0).err()).doesNotContain("no judgement");
  }

  private JvmResult run(Jdk jdk, boolean failOnLeak) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Handle.RULES);
    if (failOnLeak) {
      tracked.option("fail-on=leak");
    }
    // Blocks of 512 bytes: too few for the first segment of slots.
    return tracked
        .on(jdk)
        .launchedBy("sh", "-c", "ulimit -f 3000; exec \"$@\"", "sh")
        .main(OpensAndCloses.class)
        .run();
  }

  /** Closes all that it opens. */
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
