package io.ttalloc.agent.jmx;

import io.ttalloc.ledger.read.LedgerPulse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the attributes of one request are answered from. Counters and judgement are asked for once,
 * so that what a client reads together belongs together, and one that cannot be had is waited for
 * once. Used by one thread.
 */
final class BeanAnswer {
  private final Path path;
  private final LeakWatch.Counters readsCounters;
  private final Supplier<BeanJudgement> judges;
  private @Nullable LedgerPulse counters;
  private @Nullable BeanJudgement judgement;
  private @Nullable IllegalStateException failure;

  BeanAnswer(Path path, LeakWatch.Counters readsCounters, Supplier<BeanJudgement> judges) {
    this.path = path;
    this.readsCounters = readsCounters;
    this.judges = judges;
  }

  /** Where the ledger is. */
  String path() {
    return path.toString();
  }

  /** What the counters say. */
  LedgerPulse counters() throws IOException {
    LedgerPulse read = counters;
    if (read == null) {
      read = readsCounters.read();
      counters = read;
    }
    return read;
  }

  /**
   * What is open.
   *
   * @throws IllegalStateException nothing has been judged yet
   */
  BeanJudgement judgement() {
    if (failure != null) {
      throw failure;
    }
    BeanJudgement judged = judgement;
    if (judged == null) {
      try {
        judged = judges.get();
      } catch (IllegalStateException e) {
        failure = e;
        throw e;
      }
      judgement = judged;
    }
    return judged;
  }
}
