package io.ttalloc.ledger.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.Patience;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.mapped.SegmentedFile;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.testing.Await;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Totals of a device in a ledger that temporarily cannot grow. */
class DeviceTotalsTest {
  private static final int DEVICE = 3;

  @TempDir Path dir;

  /** A file on a disk that is temporarily full. */
  private static final class FullDisk extends SegmentedFile {
    private volatile boolean full;

    FullDisk(File file) throws IOException {
      super(file, LedgerLayout.MAX_SEGMENTS);
    }

    @Override
    protected void grow() throws IOException {
      if (full) {
        throw new IOException("No space left on device");
      }
      super.grow();
    }
  }

  @Test
  void onlyWhatWasCountedIsDiscounted() throws IOException {
    Path path = dir.resolve("1-2-00000000.ledger");
    FullDisk disk = new FullDisk(path.toFile());
    LedgerHeader about = new LedgerHeader(1, 1_000, 0, 2_000, "demo", "JVM", false, true);
    LedgerWriter writer = new LedgerWriter(disk, about, 0);
    Slots slots = writer.slots();
    DeviceTotals devices = writer.devices();
    SlotBatch batch = new SlotBatch(SlotBatch.USUAL);
    int space = writer.text("DRAM");
    int uncounted = open(writer, batch);
    int counted = open(writer, batch);
    int[] line = {0};
    disk.full = true;
    fill(writer, line);
    devices.prepare(DEVICE, space);
    devices.opened(slots, uncounted, space);
    assertThat(slots.isCounted(uncounted)).isFalse();
    disk.full = false;
    Await.until(() -> writer.frame("demo", "demo", null, ++line[0]) != 0);

    devices.prepare(DEVICE, space);
    devices.opened(slots, counted, space);
    devices.closed(slots, uncounted, space);
    assertThat(devices(path)).containsExactly(new DeviceEntry(DEVICE, "DRAM", 8, 8, 1, 0, 8, 0));

    devices.prepare(DEVICE, space);
    devices.opened(slots, uncounted, space);
    assertThat(slots.isCounted(uncounted)).isTrue();
    assertThat(slots.device(uncounted)).isEqualTo(DEVICE);
    devices.closed(slots, uncounted, space);
    devices.closed(slots, counted, space);
    assertThat(devices(path)).containsExactly(new DeviceEntry(DEVICE, "DRAM", 0, 16, 2, 2, 16, 16));
    writer.ended();
  }

  private static void fill(LedgerWriter writer, int[] line) {
    while (Patience.retry(writer::whyNot, () -> writer.frame("demo", "demo", null, ++line[0]))
        != 0) {}
  }

  private static int open(LedgerWriter writer, SlotBatch batch) {
    Slots slots = writer.slots();
    int slot = Patience.retry(writer::whyNot, () -> slots.take(batch));
    slots.fill(slot, 0, 0, 0);
    slots.setRegion(slot, 8, 0, 0, DEVICE, 0, 0, SlotLayout.FLAG_HAS_DEVICE);
    return slot;
  }

  private static Iterable<DeviceEntry> devices(Path path) throws IOException {
    LedgerImage image = LedgerReader.read(path, Liveness.OWN_PROCESS);
    return image.devices();
  }
}
