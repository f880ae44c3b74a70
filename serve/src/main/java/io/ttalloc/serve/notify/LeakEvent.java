package io.ttalloc.serve.notify;

import io.ttalloc.watch.ledgers.ProcessState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A finding that became a leak or is no longer one. Immutable.
 *
 * @param id unique to this event and the same each time it is sent
 * @param at the time at which the ledger was read; if the ledger was deleted, the time at which the
 *     end of the leak was noticed
 * @param state the state of the process at that time
 * @param facts the facts about the leak; if the leak has ended, the facts from the last report that
 *     contained it
 * @param end how the leak ended; null if it has not ended
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

  /** The way in which a leak ended. */
  enum End {
    /** The finding has no open resources any more. */
    CLOSED("closed"),
    /** The report has a different verdict on the finding, or omits it as less important. */
    NOT_A_LEAK("not-a-leak"),
    /** The process has ended, and its ledger was deleted or is no longer watched. */
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
