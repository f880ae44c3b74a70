package io.ttalloc.agent.exit;

import io.ttalloc.agent.options.Options.Wanted;
import io.ttalloc.analysis.ExitHeap;
import io.ttalloc.ledger.write.LedgerWriter;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Collects evidence about a test that has ended while its process continues: runs a garbage
 * collection and searches the heap. Used by one thread at a time.
 */
public final class TestEvidence {
  private static final int LIMIT_SECONDS = 60;

  /**
   * The maximum size of a heap to search. Dumping a larger heap after each test that leaves
   * resources open would take too long.
   */
  private static final long MAX_HEAP_BYTES = 512L << 20;

  private final LedgerWriter ledger;
  private final HeapLook heap;
  private final LastCollection collection = new LastCollection(true);

  public TestEvidence(LedgerWriter ledger, Instrumentation instrumentation) {
    this.ledger = ledger;
    boolean tight = HeapRoom.ofThisJvm().isTight();
    this.heap = new HeapLook(instrumentation, Wanted.AUTO, LIMIT_SECONDS, tight, false);
  }

  /** Collects garbage, and records which resources were collected. */
  public void collect() {
    var unused = collection.run(true, false);
  }

  /**
   * What keeps open resources reachable, according to the heap; null if the heap is too large or
   * cannot be read.
   */
  public @Nullable ExitHeap heap() {
    if (HeapLook.usedBytes() > MAX_HEAP_BYTES) {
      return null;
    }
    return heap.lookedInto(ledger, new DumpProgress(LIMIT_SECONDS));
  }
}
