package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.io.TempDir;

/** Tests files that stay open next to or inside a try statement that closes something. */
@Variant
class BesideTriesIT {
  @TempDir private Path folder;

  /** A stream whose close method does not call the close method of the superclass. */
  static final class Counting extends FileInputStream {
    static int closed;

    Counting(File file) throws IOException {
      super(file);
    }

    @Override
    public void close() {
      closed++;
    }
  }

  /**
   * A class of its own, because what the agent learns about a constructor holds for all callers.
   */
  static final class Plain extends FileInputStream {
    Plain(File file) throws IOException {
      super(file);
    }
  }

  /** Opens files next to and inside try statements, and exits while some are open. */
  static final class Opens {
    private static final CountDownLatch OPENED = new CountDownLatch(1);
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private Opens() {}

    public static void main(String[] args) throws Exception {
      File file = new File(args[0]);
      count(file);
      unpack(file);
      new Thread(() -> forget(file)).start();
      OPENED.await();
      System.exit(0);
    }

    private static void count(File file) throws IOException {
      try (InputStream in = new Counting(file)) {
        in.read();
      }
    }

    private static void unpack(File file) throws IOException {
      try (InputStream in = new GZIPInputStream(new Plain(file))) {
        in.read();
      } catch (ZipException e) {
        System.out.println("not packed");
      }
    }

    private static void forget(File file) {
      try (FileInputStream used = new FileInputStream(file)) {
        used.read();
        FileInputStream forgotten = new FileInputStream(file);
        forgotten.read();
        OPENED.countDown();
        NEVER.await();
        System.out.println(forgotten);
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @OneJdk
  void areNotTakenForWhatTheStatementsClose(Jdk jdk) throws Exception {
    Path file = Files.writeString(folder.resolve("plain"), "not compressed");
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files").option("holders=true");

    JvmResult result = tracked.on(jdk).main(Opens.class, file.toString()).run().expectSuccess();

    assertThat(result.err())
        .contains("make BesideTriesIT.Counting.close() call super.close() on every path")
        .contains("declare the BesideTriesIT.Plain as a separate variable in the try statement at");
    assertThat(tracked.json().findings("file"))
        .extracting(
            finding ->
                finding.get("verdict").getAsString() + " " + finding.get("count").getAsLong())
        .containsExactlyInAnyOrder("LOST 1", "LOST 1", "IN_USE 1", "UNDECIDED 1");
  }
}
