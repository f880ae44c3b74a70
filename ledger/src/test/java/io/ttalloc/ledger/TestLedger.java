package io.ttalloc.ledger;

import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.SlotEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A ledger that a test writes, and reads as any reader would. */
final class TestLedger {
  final Path path;
  final LedgerWriter writer;
  final SlotBatch batch = new SlotBatch(SlotBatch.USUAL);

  TestLedger(Path dir) throws IOException {
    this(dir, 0, LedgerLayout.MAX_SEGMENTS);
  }

  TestLedger(Path dir, int historyEvents, int maxSegments) throws IOException {
    path = dir.resolve("1-2-00000000.ledger");
    writer = new LedgerWriter(path.toFile(), about(), historyEvents, maxSegments);
  }

  private static LedgerHeader about() {
    return new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "demo", "JVM", false, true);
  }

  /** Opens a resource of 64 bytes and returns its slot. */
  int open(Tally tally) {
    int slot = writer.slots().take(batch);
    int generation = writer.slots().fill(slot, tally.id(), writer.now(), 0);
    writer.slots().place(slot, 64, 0, 0, 0, 0, 0, 0);
    writer.slots().setState(slot, generation, LedgerLayout.STATE_OPEN);
    return slot;
  }

  Tally tally() {
    Tally tally = writer.tally(writer.type("buffer", "a.Buffer", 0, null), 0);
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
