package io.ttalloc.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.SmallDisk;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;

/** Tests a ledger on a file system that is too small. Skipped if none can be mounted. */
@Variant
class DiskFullIT {

  private static final String RULES =
      """
        - class: io.ttalloc.it.process.DiskFullIT$Grain
          type: grain
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  @TempDir private Path folder;

  @OneJdk
  void whatDoesNotFitIsCountedAndTheReportSaysThatItIsIncomplete(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    try (SmallDisk disk = SmallDisk.mountAt(tracked.ledgers().path(), "6m")) {
      assumeTrue(disk.isMounted(), "an in-memory file system cannot be mounted here");

      JvmResult result = tracked.withOwnFolder(jdk).main(Sows.class).run().expectStatus(4);

      assertThat(result.out()).isEqualTo("sowed 200000, reaped 100000\n");
      JsonReport json = tracked.json();
      long dropped = json.total("dropped");
      assertThat(dropped).isPositive();
      assertThat(json.total("opened") + dropped).isEqualTo(Sows.GRAINS);
      assertThat(json.confidenceReasons())
          .singleElement()
          .asString()
          .startsWith(String.format(Locale.ROOT, "%,d events dropped: ", dropped))
          .contains("the ledger's file could not grow");
      assertThat(result.err()).contains("confidence LOW: ").doesNotContain("tt-alloc: clean");
      // A slow machine saves woven classes once, two seconds after the start, while there is room.
      assertThat(tracked.ledgers().wovenFiles())
          .allSatisfy(file -> assertThat(file).isNotEmptyFile());
      LedgerImage ledger = tracked.ledgers().read();
      assertThat(ledger.dropped()).isEqualTo(dropped);
      AtomicLong live = new AtomicLong();
      ledger.forEachSlot(slot -> live.incrementAndGet());
      assertThat(live.get()).isEqualTo(json.total("live"));
    }
  }

  @OneJdk
  void whereNotEvenTheFirstSegmentsFitTrackingIsOff(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    try (SmallDisk disk = SmallDisk.mountAt(tracked.ledgers().path(), "64k")) {
      assumeTrue(disk.isMounted(), "an in-memory file system cannot be mounted here");

      JvmResult result = tracked.withOwnFolder(jdk).main(Sows.class).run().expectStatus(4);

      assertThat(result.out()).isEqualTo("sowed 200000, reaped 100000\n");
      assertThat(result.err())
          .startsWith("tt-alloc: tracking could not start (")
          .endsWith("): tracking is off and the application runs without it\n")
          .hasLineCount(1);
    }
  }

  /** The tracked class. */
  static final class Grain implements AutoCloseable {
    private int size = 1;

    int size() {
      return size;
    }

    @Override
    public void close() {
      size = 0;
    }
  }

  /** Opens more resources than the disk can record, and closes half of them. */
  static final class Sows {
    static final int GRAINS = 200_000;
    private static final List<Grain> OPEN = new ArrayList<>();

    private Sows() {}

    public static void main(String[] args) {
      for (int i = 0; i < GRAINS; i++) {
        OPEN.add(new Grain());
      }
      int reaped = 0;
      for (int i = 0; i < GRAINS; i += 2) {
        OPEN.get(i).close();
        reaped++;
      }
      System.out.println("sowed " + OPEN.size() + ", reaped " + reaped);
      System.exit(4);
    }
  }
}
