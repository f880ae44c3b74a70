package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Garbage is collected at exit only where that tells something. */
class LastCollectionIT {
  private static final String COLLECTED = "Pause Full (System.gc())";

  @TempDir private Path folder;

  @OneJdk
  void whereAllIsClosedTheProcessEndsWithoutACollection(Jdk jdk) throws Exception {
    JvmResult result = run(jdk, "close").expectSuccess();

    assertThat(result.err()).startsWith("tt-alloc: clean. 1 opened, 1 closed");
    assertThat(result.out()).contains("[gc").doesNotContain(COLLECTED);
  }

  @EveryJdk
  void whatWasDroppedIsToldFromWhatIsHeldByOne(Jdk jdk) throws Exception {
    JvmResult result = run(jdk, "drop").expectSuccess();

    assertThat(result.err()).contains("LOST");
    assertThat(result.out()).contains(COLLECTED);
  }

  private JvmResult run(Jdk jdk, String what) throws Exception {
    return TrackedRun.in(folder)
        .rules(Handle.RULES)
        .on(jdk)
        .jvmFlags("-Xlog:gc", "-XX:+UseSerialGC")
        .main(OpensOne.class, what)
        .run();
  }

  /** Opens one, and closes it or drops it. */
  static final class OpensOne {
    private OpensOne() {}

    public static void main(String[] args) throws IOException {
      Handle handle = new Handle();
      if (args[0].equals("close")) {
        handle.close();
      }
    }
  }
}
