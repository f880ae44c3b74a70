package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tests an exit when standard error is a full pipe without a reader. */
@Variant
class UnreadIT {
  /** The JVM itself holds the reading end, so the pipe never breaks. */
  private static final String ON_A_FULL_PIPE =
      "mkfifo \"$0\" && exec 3<>\"$0\" &&"
          + " { dd if=/dev/zero of=\"$0\" bs=4096 count=4096 oflag=nonblock 2>/dev/null;"
          + " exec \"$@\" 2>&3; }";

  @TempDir private Path folder;

  @OneJdk
  void aLeakEndsInItsStatusAndLeavesReportAndLedger(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked().option("fail-on=leak");

    run(tracked, jdk, 23);

    assertThat(tracked.json().findings()).hasSize(1);
    assertThat(tracked.ledgers().ledgers()).hasSize(1);
  }

  @OneJdk
  void withoutFailOnTheProcessEndsWithItsOwnStatus(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    run(tracked, jdk, 0);

    assertThat(tracked.ledgers().ledgers()).hasSize(1);
  }

  private TrackedRun tracked() throws Exception {
    return TrackedRun.in(folder).rules(Handle.RULES);
  }

  private void run(TrackedRun tracked, Jdk jdk, int status) throws Exception {
    tracked
        .on(jdk)
        .launchedBy("sh", "-c", ON_A_FULL_PIPE, tracked.file("pipe").toString())
        .main(Leaks.class)
        .run()
        .expectStatus(status);
  }

  /** Leaves one handle open. */
  static final class Leaks {
    private static final List<Handle> OPEN = new ArrayList<>();

    private Leaks() {}

    public static void main(String[] args) {
      OPEN.add(new Handle());
    }
  }
}
