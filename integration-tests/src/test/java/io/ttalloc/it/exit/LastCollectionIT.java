package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.io.TempDir;

/** Tests that garbage is collected at exit only if that can change the report. */
@Variant
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

  /** Before JDK 22, the JVM ignores most requests for a collection while threads inflate data. */
  @OneJdk
  void whileThreadsInflateThereIsACollection(Jdk jdk) throws Exception {
    JvmResult result = run(jdk, "inflate").expectSuccess();

    assertThat(result.err()).contains("LOST").doesNotContain("no garbage collection at the end");
  }

  private JvmResult run(Jdk jdk, String what) throws Exception {
    return TrackedRun.in(folder)
        .rules(Handle.RULES)
        .on(jdk)
        .jvmFlags("-Xlog:gc", "-XX:+UseSerialGC")
        .main(OpensOne.class, what)
        .run();
  }

  /** Threads that spend most of their time in native code that pins a heap array. */
  static final class Inflating {
    private static final int THREADS = 4;
    private static final int BYTES = 1 << 24;

    private Inflating() {}

    static void startAll() {
      byte[] deflated = new byte[2 * BYTES];
      Deflater deflater = new Deflater(Deflater.NO_COMPRESSION);
      deflater.setInput(new byte[BYTES]);
      deflater.finish();
      int length = deflater.deflate(deflated);
      deflater.end();
      for (int i = 0; i < THREADS; i++) {
        Thread thread = new Thread(() -> inflate(deflated, length));
        thread.setDaemon(true);
        thread.start();
      }
    }

    private static void inflate(byte[] deflated, int length) {
      byte[] out = new byte[BYTES];
      while (true) {
        Inflater inflater = new Inflater();
        inflater.setInput(deflated, 0, length);
        try {
          int unused = inflater.inflate(out);
        } catch (DataFormatException e) {
          throw new IllegalStateException(e);
        } finally {
          inflater.end();
        }
      }
    }
  }

  /** Opens one handle, and closes it or drops it. */
  static final class OpensOne {
    private OpensOne() {}

    public static void main(String[] args) throws IOException {
      if (args[0].equals("inflate")) {
        Inflating.startAll();
      }
      Handle handle = new Handle();
      if (args[0].equals("close")) {
        handle.close();
      }
    }
  }
}
