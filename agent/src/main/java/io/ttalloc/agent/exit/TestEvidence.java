package io.ttalloc.agent.exit;

import io.ttalloc.agent.options.Options.Wanted;
import io.ttalloc.analysis.ExitHeap;
import io.ttalloc.ledger.write.LedgerWriter;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * The evidence about a test that has ended while its process goes on: a collection, and a look into
 * the heap. Used by one thread at a time.
 */
public final class TestEvidence {
  private static final int LIMIT_SECONDS = 60;

  /** Dumping a larger heap after each test that leaves something would take too long. */
  private static final long MAX_HEAP_BYTES = 512L << 20;

  private final LedgerWriter ledger;
  private final HeapLook heap;
  private final LastCollection collection = new LastCollection(true);

  public TestEvidence(LedgerWriter ledger, Instrumentation instrumentation) {
    this.ledger = ledger;
    boolean tight = HeapRoom.ofThisJvm().isTight();
    this.heap = new HeapLook(instrumentation, Wanted.AUTO, LIMIT_SECONDS, tight, false);
  }

  /** Collects garbage, and records what that took. */
  public void collect() {
    var unused = collection.run(true, false);
  }

  /** The heap with the keepers of open resources; null if it cannot be read. */
  public @Nullable ExitHeap heap() {
    Runtime runtime = Runtime.getRuntime();
    if (runtime.totalMemory() - runtime.freeMemory() > MAX_HEAP_BYTES) {
      return null;
    }
    return heap.lookedInto(ledger, new DumpProgress(LIMIT_SECONDS));
  }
}
