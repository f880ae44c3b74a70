package io.ttalloc.ledger;

import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.SlotEntry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** A ledger that a test writes and reads. */
final class TestLedger implements AutoCloseable {
  final Path path;
  final LedgerWriter writer;
  final SlotBatch batch = new SlotBatch(SlotBatch.USUAL);

  TestLedger(Path dir) throws IOException {
    this(dir, 0, LedgerLayout.MAX_SEGMENTS);
  }

  TestLedger(Path dir, int historyEvents, int maxSegments) throws IOException {
    path = dir.resolve("1-2-00000000.ledger");
    writer =
        new LedgerWriter(new SegmentedFile(path.toFile(), maxSegments), about(), historyEvents);
  }

  private static LedgerHeader about() {
    return new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "demo", "JVM", false, true);
  }

  /** Opens a resource of 64 bytes and returns its slot. */
  int open(Tally tally) {
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
  int take() {
    return patiently(() -> writer.slots().take(batch));
  }

  /** Repeats an attempt whose result is 0 only because the file did not grow in time. */
  int patiently(IntSupplier attempt) {
    return Patience.retry(writer::whyNot, attempt);
  }

  /** Stores a word in the file, past the writer. */
  void overwrite(long position, int word) throws IOException {
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

  Tally tally() {
    Tally tally = writer.tally(writer.type("buffer", "a.Buffer", 0, null, null, 0), 0);
    if (tally == null) {
      throw new IllegalStateException("The ledger could not grow for a tally");
    }
    return tally;
  }

  LedgerImage read() throws IOException {
    return LedgerReader.read(path, Liveness.OWN_PROCESS);
  }

  List<SlotEntry> slots() throws IOException {
    List<SlotEntry> found = new ArrayList<>();
    read().forEachSlot(found::add);
    return found;
  }
}
