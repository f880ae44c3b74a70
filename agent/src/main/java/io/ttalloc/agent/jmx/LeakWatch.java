package io.ttalloc.agent.jmx;

import io.ttalloc.analysis.finding.LeakChanges;
import io.ttalloc.ledger.read.LedgerPulse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * While somebody listens, has the ledger judged when its counters have changed, and finds out what
 * became a leak and what is none any more, by the same {@link LeakChanges} as the monitor. Begins
 * anew with the first listener. Thread-safe.
 */
final class LeakWatch implements LedgerJudge.Watcher {
  private static final int SECONDS_BETWEEN_LOOKS = 1;

  /** A mark, or time alone, makes leaks that no counter tells. */
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Reads the counters. */
  interface Counters {
    LedgerPulse read() throws IOException;
  }

  /** Tells others of changes, on the thread that judges. */
  interface Sink {
    /**
     * Tells of one.
     *
     * @param mayBeOpen whether something of it may be open still, if it has ended
     */
    void tell(LeakChanges.Change<FindingFacts> change, BeanJudgement by, boolean mayBeOpen);
  }

  private final LedgerJudge judge;
  private final Counters counters;
  private final Sink sink;

  // All guarded by this.
  private int listeners;
  private boolean looking;
  private LeakChanges<FindingFacts> changes = new LeakChanges<>();

  /** What the counters said before the latest judgement; used by the thread that judges alone. */
  private @Nullable LedgerPulse judged;

  LeakWatch(LedgerAccess ledger, Counters counters, Sink sink) {
    this.judge = new LedgerJudge(ledger, this);
    this.counters = counters;
    this.sink = sink;
  }

  LedgerJudge judge() {
    return judge;
  }

  /** Notes how many listen now. */
  synchronized void listeners(int now) {
    if (listeners == 0 && now > 0) {
      changes = new LeakChanges<>();
    }
    listeners = now;
    if (now > 0 && !looking) {
      looking = true;
      judge.later(this::look, 0);
    }
  }

  private void look() {
    try {
      LedgerPulse now = counters.read();
      if (!judge.isPausing() && isDue(now)) {
        judge.judge();
        judged = now;
      }
    } catch (IOException | RuntimeException e) {
      // The next look may succeed; an ask for the findings says what is wrong.
    } finally {
      synchronized (this) {
        looking = listeners > 0;
        if (looking) {
          judge.later(this::look, SECONDS_BETWEEN_LOOKS);
        }
      }
    }
  }

  private boolean isDue(LedgerPulse now) {
    LedgerPulse before = judged;
    return before == null
        || !before.countsAs(now)
        || judge.nanosSinceJudged() > AGAIN_NANOS
        || !isSettled();
  }

  private synchronized boolean isSettled() {
    return changes.isSettled();
  }

  @Override
  public void judged(BeanJudgement judgement) {
    for (LeakChanges.Change<FindingFacts> change : changesOf(judgement)) {
      sink.tell(change, judgement, judgement.mayHave(change.fingerprint()));
    }
  }

  private synchronized List<LeakChanges.Change<FindingFacts>> changesOf(BeanJudgement judgement) {
    return listeners == 0
        ? List.of()
        : changes.next(judgement.leaking(), judgement.complete(), false);
  }
}
