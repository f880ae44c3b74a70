package io.ttalloc.it.attached;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that an attach at any moment, while threads open and close resources, neither invents a
 * leak nor hides one.
 */
@Variant
class AttachUnderLoadIT {
  private static final int THREADS = 8;

  private static final String NO_COLLECTION = "-XX:+DisableExplicitGC";

  @TempDir private Path folder;

  @OneJdk
  void whatIsOpenedFromThenOnIsSeenToBeClosed(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    try (RunningJvm running =
        attaching.program(jdk, Busy.class).optimizing().jvmFlags(NO_COLLECTION).start()) {
      running.awaitLine("^busy$");
      attaching.attach(running, attaching.rules(), attaching.reports()).expectSuccess();
      attaching.allow("go");
      running.awaitLine("^opened after$");
      attaching.allow("end");
      assertThat(running.awaitEnd().expectSuccess().err())
          .contains("tt-alloc: 1 LEAK: " + THREADS + " open (" + THREADS + " doors), at ");
    }
    JsonReport report = attaching.json();
    assertThat(report.total("opened")).isGreaterThan(10_000);
    assertThat(report.total("closed")).isEqualTo(report.total("opened") - THREADS);
    assertThat(report.total("dropped")).isZero();
    assertThat(report.misuse()).isEmpty();
    LedgerImage image = attaching.ledgers().read();
    assertThat(image.unknownCloses()).isZero();
  }

  /**
   * Each thread closes the resource that it opened three openings earlier, and leaves one resource
   * open at the end.
   */
  static final class Busy {
    private static final List<Door> LEFT = new ArrayList<>();

    private Busy() {}

    public static void main(String[] args) throws InterruptedException {
      Path go = Path.of(args[0], "go");
      Path end = Path.of(args[0], "end");
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Thread thread = new Thread(() -> work(go));
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.println("opened after");
      Await.until(() -> Files.exists(end));
    }

    private static void work(Path go) {
      Door[] recent = new Door[3];
      long count = 0;
      long until = Long.MAX_VALUE;
      while (count < until) {
        int at = (int) (count % recent.length);
        if (recent[at] != null) {
          recent[at].close();
        }
        recent[at] = new Door();
        count++;
        if (count == 20_000) {
          System.out.println("busy");
        }
        if (until == Long.MAX_VALUE && count % 1_000 == 0 && Files.exists(go)) {
          until = count + 5_000;
        }
      }
      for (Door door : recent) {
        door.close();
      }
      synchronized (LEFT) {
        LEFT.add(new Door());
      }
    }
  }
}
