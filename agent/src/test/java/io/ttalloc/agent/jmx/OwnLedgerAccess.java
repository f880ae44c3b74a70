package io.ttalloc.agent.jmx;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** A ledger that this process writes. */
final class OwnLedgerAccess {
  final LedgerWriter writer;
  final LedgerAccess access;
  private final SlotBatch batch = new SlotBatch(SlotBatch.USUAL);

  /** The action that runs at the start of each analysis. */
  volatile Runnable first = () -> {};

  OwnLedgerAccess(Path folder) throws IOException {
    Path path = folder.resolve("4242-1-00000000.ledger");
    LedgerHeader about =
        new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "test", "JVM", false, true);
    writer = new LedgerWriter(path.toFile(), about, 1024);
    access =
        new LedgerAccess(
            writer.content(),
            path,
            () -> {
              first.run();
              return AnalysisOptions.defaults();
            },
            name -> true);
  }

  /** Opens a resource of a type. */
  void open(String type) {
    Tally tally =
        Objects.requireNonNull(
            writer.tally(writer.type(type, "com.acme.Thing", 0, null, null, 0), 0));
    int[] taken = {0};
    Await.until(() -> (taken[0] = writer.slots().take(batch)) != 0); // 0 until the ledger has grown
    int slot = taken[0];
    writer.slots().fill(slot, tally.id(), writer.now(), 0);
    tally.opened(0, false);
    writer.slots().publish(slot);
  }
}
