package io.ttalloc.agent.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.ledger.read.LedgerPulse;
import io.ttalloc.ledger.read.LedgerWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BeanAnswerTest {
  @TempDir private Path folder;
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void asksForEachOnce() throws IOException {
    OwnLedgerAccess ledger = new OwnLedgerAccess(folder);
    LedgerWatch watch = LedgerWatch.ofOwn(ledger.access.content(), ledger.access.path());
    BeanAnswer answer = new BeanAnswer(ledger.access.path(), watch::read, this::judgement);

    LedgerPulse before = answer.counters();
    ledger.open("handle");
    assertThat(answer.counters()).isSameAs(before);
    assertThat(before.opened()).isZero();
    assertThat(watch.read().opened()).isEqualTo(1);
    assertThat(answer.judgement()).isSameAs(answer.judgement());
    assertThat(asked).hasValue(1);
    ledger.writer.ended();
  }

  private BeanJudgement judgement() {
    asked.incrementAndGet();
    return new BeanJudgement(Instant.EPOCH, 0, 0, List.of(), 0, List.of(), Map.of(), true);
  }

  /** Each attribute would wait as long again. */
  @Test
  void whatCannotBeJudgedIsNotAskedForAgain() {
    BeanAnswer answer =
        new BeanAnswer(
            folder,
            () -> {
              throw new IOException("not read");
            },
            () -> {
              throw new IllegalStateException("not judged " + asked.incrementAndGet());
            });

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(answer::judgement).hasMessage("not judged 1");
      assertThatThrownBy(answer::counters).hasMessage("not read");
    }
  }
}
