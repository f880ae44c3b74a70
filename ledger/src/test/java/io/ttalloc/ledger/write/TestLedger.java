package io.ttalloc.ledger.write;

import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.Patience;
import io.ttalloc.ledger.mapped.SegmentedFile;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.slots.SlotBatch;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** A ledger that a test writes and reads. */
public final class TestLedger implements AutoCloseable {
  public final Path path;
  public final LedgerWriter writer;
  public final SlotBatch batch = new SlotBatch(SlotBatch.USUAL);

  public TestLedger(Path dir) throws IOException {
    this(dir, 0, LedgerLayout.MAX_SEGMENTS);
  }

  public TestLedger(Path dir, int historyEvents, int maxSegments) throws IOException {
    path = dir.resolve("1-2-00000000.ledger");
    writer =
        new LedgerWriter(new SegmentedFile(path.toFile(), maxSegments), about(), historyEvents);
  }

  private static LedgerHeader about() {
    return new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "demo", "JVM", false, true);
  }

  /** Opens a resource of 64 bytes and returns its slot. */
  public int open(Tally tally) {
    int slot = take();
    if (slot == 0) {
      throw new IllegalStateException("The ledger could not grow for a slot: " + writer.whyNot());
    }
    writer.slots().fill(slot, tally.id(), writer.now(), 0);
    writer.slots().setRegion(slot, 64, 0, 0, 0, 0, 0, 0);
    tally.opened(0, false);
    writer.slots().publish(slot);
    return slot;
  }

  /** Takes a slot; 0 if the ledger has reached its limit. */
  public int take() {
    return patiently(() -> writer.slots().take(batch));
  }

  /** Repeats an attempt whose result is 0 only because the file did not grow in time. */
  public int patiently(IntSupplier attempt) {
    return Patience.retry(writer::whyNot, attempt);
  }

  /** Stores a word in the file without the writer. */
  public void overwrite(long position, int word) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(position);
      file.writeInt(Integer.reverseBytes(word));
    }
  }

  /** Ends the thread that extends the file. */
  @Override
  public void close() {
    writer.ended();
  }

  public Tally tally() {
    Tally tally = writer.tally(writer.type("buffer", "a.Buffer", 0, null, null, 0), 0);
    if (tally == null) {
      throw new IllegalStateException("The ledger could not grow for a tally");
    }
    return tally;
  }

  public LedgerImage read() throws IOException {
    return LedgerReader.read(path, Liveness.OWN_PROCESS);
  }

  public List<SlotEntry> slots() throws IOException {
    List<SlotEntry> found = new ArrayList<>();
    read().forEachSlot(found::add);
    return found;
  }
}
