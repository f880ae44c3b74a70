package io.ttalloc.serve.notify;

import io.ttalloc.watch.ledgers.ProcessState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A finding became a leak, or that ended. Immutable.
 *
 * @param id the same whenever this event is sent, and no other's
 * @param at when the ledger that shows it was read; when the end was noticed if it is gone
 * @param state of the process by then
 * @param facts of the leak; of its last report if it has ended
 * @param end null for a leak
 */
record LeakEvent(
    String id,
    Instant at,
    long pid,
    Instant startedAt,
    String program,
    ProcessState state,
    LeakFacts facts,
    @Nullable End end) {

  /** The end of a leak. */
  enum End {
    /** The finding has no open resources any more. */
    CLOSED("closed"),
    /** The report has another verdict on it, or counts it among the less important. */
    NOT_A_LEAK("not-a-leak"),
    /** The process has ended and its ledger is gone, or is not watched any more. */
    PROCESS_GONE("process-gone");

    private final String word;

    End(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }
}
