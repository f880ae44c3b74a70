package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.Patience;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A full disk, simulated by the operating system's limit on the size of files: another JVM writes
 * to the file until it reaches the limit, which is then lifted.
 */
class FullDiskTest {
  private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");
  private static final long LIMIT = 4L * SEGMENT_BYTES + SEGMENT_BYTES / 2;

  @TempDir Path dir;

  @Test
  void aLedgerOnAFullDiskStaysConsistentCountsDroppedEventsAndContinuesWhenThereIsSpace()
      throws Exception {
    assumeTrue(Files.isExecutable(PRLIMIT), "prlimit lowers the largest size of a file");
    Path ledger = dir.resolve("a.ledger");
    Process jvm =
        new ProcessBuilder(
                PRLIMIT.toString(),
                "--fsize=" + LIMIT + ":unlimited",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                Filler.class.getName(),
                ledger.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out =
            new BufferedReader(
                new InputStreamReader(jvm.getInputStream(), StandardCharsets.US_ASCII));
        Writer in = jvm.outputWriter(StandardCharsets.US_ASCII)) {
      int live = Integer.parseInt(out.readLine());
      // All segments hold slots, except the header and one segment of records.
      assertThat(live).isEqualTo(2 * (SlotLayout.SLOTS_PER_SEGMENT - 1));
      assertThat(slots(ledger)).hasSize(live);
      assertThat(read(ledger).damage()).isEmpty();
      // Growth is retried every second; each failed attempt truncates the file again.
      Await.until(() -> ledger.toFile().length() == 4L * SEGMENT_BYTES);
      lift(jvm.pid());
      in.write("lifted\n");
      in.flush();
      assertThat(Integer.parseInt(out.readLine())).isEqualTo(live + 1);
      assertThat(jvm.waitFor(5, TimeUnit.MINUTES)).isTrue();
      LedgerImage image = read(ledger);
      assertThat(slots(ledger)).hasSize(live + 1);
      assertThat(image.damage()).isEmpty();
      assertThat(image.losses()).containsOnlyKeys(Loss.CANNOT_GROW);
      assertThat(image.dropped()).isPositive();
      assertThat(Files.size(ledger)).isGreaterThanOrEqualTo(5L * SEGMENT_BYTES);
    } finally {
      jvm.destroyForcibly();
    }
  }

  private static void lift(long pid) throws IOException, InterruptedException {
    Process lift =
        new ProcessBuilder(PRLIMIT.toString(), "--pid=" + pid, "--fsize=unlimited:unlimited")
            .inheritIO()
            .start();
    assertThat(lift.waitFor()).isZero();
  }

  private static LedgerImage read(Path ledger) throws IOException {
    return LedgerReader.read(ledger, Liveness.OWN_PROCESS);
  }

  private static List<SlotEntry> slots(Path ledger) throws IOException {
    List<SlotEntry> found = new ArrayList<>();
    read(ledger).forEachSlot(found::add);
    return found;
  }

  /**
   * Opens resources until the disk is full, prints their number, waits for input, and then
   * continues.
   */
  static final class Filler {
    private Filler() {}

    public static void main(String[] args) throws IOException {
      LedgerHeader about =
          new LedgerHeader(1, 1, System.nanoTime(), 1, "filler", "JVM", false, true);
      LedgerWriter writer = new LedgerWriter(Path.of(args[0]).toFile(), about, 0);
      Tally tally = writer.tally(writer.type("buffer", "a.Buffer", 0, null, null, 0), 0);
      if (tally == null) {
        throw new IllegalStateException("No space for one tally");
      }
      SlotBatch batch = new SlotBatch(SlotBatch.USUAL);
      int live = 0;
      while (open(writer, tally, batch)) {
        live++;
      }
      writer.dropped(writer.whyNot());
      System.out.println(live);
      if (System.in.read() < 0) {
        return;
      }
      Await.until(
          () -> {
            boolean opened = open(writer, tally, batch);
            if (!opened) {
              writer.dropped(writer.whyNot());
            }
            return opened;
          });
      System.out.println(live + 1);
    }

    private static boolean open(LedgerWriter writer, Tally tally, SlotBatch batch) {
      int slot = Patience.retry(writer::whyNot, () -> writer.slots().take(batch));
      if (slot != 0) {
        writer.slots().fill(slot, tally.id(), writer.now(), 0);
        tally.opened(0, false);
        writer.slots().publish(slot);
      }
      return slot != 0;
    }
  }
}
