package io.ttalloc.agent.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.analysis.ReportFormats;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LedgerJudgeTest {
  @TempDir private Path folder;
  private OwnLedgerAccess ledger;
  private LedgerJudge judge;

  @BeforeEach
  void begin() throws IOException {
    ledger = new OwnLedgerAccess(folder);
    judge = new LedgerJudge(ledger.access, judgement -> {});
  }

  @AfterEach
  void end() {
    judge.end();
    ledger.writer.ended();
  }

  /** However slow this machine is. */
  private BeanJudgement judged() {
    while (true) {
      try {
        return judge.latest();
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("the ledger is still being judged; ask again");
      }
    }
  }

  @Test
  void judgesAtMostOnceASecondHoweverOftenItIsAsked() {
    ledger.open("handle");
    long start = System.nanoTime();
    for (int i = 0; i < 1_000; i++) {
      assertThat(judged().findings()).extracting(FindingFacts::type).containsExactly("handle");
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);

    assertThat(ledger.analyses.get()).isBetween(1, 1 + (int) seconds);
  }

  @Test
  void whatIsJudgedIsNewAfterThePause() {
    assertThat(judged().findings()).isEmpty();
    ledger.open("handle");
    while (judged().findings().isEmpty()) {
      assertThat(ledger.analyses).hasValueLessThan(3);
    }
  }

  /** One analysis is under way, whoever asks, and nobody waits for it without bound. */
  @Test
  void aClientDoesNotWaitForAnAnalysisThatTakesLong() {
    CountDownLatch go = new CountDownLatch(1);
    ledger.first = () -> await(go);

    assertThatThrownBy(judge::latest)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the ledger is still being judged; ask again");
    assertThat(ledger.analyses).hasValue(1);
    go.countDown();
    assertThat(judged().findings()).isEmpty();
    assertThat(ledger.analyses).hasValue(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void oneReportIsWrittenAtATime() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    ledger.first =
        () -> {
          begun.countDown();
          await(go);
        };
    Path first = folder.resolve("first.txt");
    FutureTask<Path> writing =
        new FutureTask<>(
            () -> {
              judge.dump(first, ReportFormats.text(false));
              return first;
            });
    new Thread(writing, "first").start();
    begun.await();
    Path second = folder.resolve("second.txt");

    assertThatThrownBy(() -> judge.dump(second, ReportFormats.text(false)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("another report is being written, expected one at a time");
    go.countDown();
    assertThat(writing.get()).isRegularFile();
    assertThat(second).doesNotExist();
    judge.dump(second, ReportFormats.text(false));
    assertThat(second).hasSameTextualContentAs(first);
  }

  @Test
  void aReportThatFailsLeavesNoFile() {
    ledger.first =
        () -> {
          throw new IllegalStateException("broken");
        };
    Path file = folder.resolve("x.txt");

    assertThatThrownBy(() -> judge.dump(file, ReportFormats.text(false)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("broken");
    assertThat(file).doesNotExist();
    assertThatThrownBy(judge::latest).hasMessageContaining("broken");
  }

  @Test
  void afterItsEndItSaysSo() {
    judge.end();

    assertThatThrownBy(judge::latest).hasMessage("tracking was ended by detach");
    assertThatThrownBy(() -> judge.dump(folder.resolve("x.txt"), ReportFormats.text(false)))
        .hasMessage("tracking was ended by detach; nothing was written");
  }

  @Test
  void whatIsKeptIsBounded() {
    for (int i = 0; i < BeanJudgement.MOST_FINDINGS + 7; i++) {
      ledger.open("type " + i);
    }

    BeanJudgement judgement = judged();
    assertThat(judgement.findings()).hasSize(BeanJudgement.MOST_FINDINGS);
    assertThat(judgement.omitted()).isEqualTo(7);
    assertThat(judgement.byType()).hasSize(TypeTotals.MOST);
    assertThat(judgement.mayHave("?")).isTrue();
  }
}
