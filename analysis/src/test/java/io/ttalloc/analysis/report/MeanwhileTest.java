package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.read.ProcessEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests reports on resources that a process opens and closes while its ledger is read. */
class MeanwhileTest {
  private static final long AFTER_THE_READING = 3_000_000_000L;

  private static Report report(ProcessEntry.Ended ended) throws Exception {
    LedgerBuilder ledger = LedgerBuilder.ledger();
    ledger.ended(ended);
    ledger.at(AFTER_THE_READING);
    ledger.open(type("file", "acme.File"), List.of());
    return Reports.of(ledger);
  }

  @Test
  void aRunningProcessIsNotCleanIfItsCountersSayThatSomethingIsOpen() throws Exception {
    Report running = report(ProcessEntry.Ended.RUNNING);

    assertThat(running.isJudged()).isFalse();
    assertThat(Headline.of(running).text())
        .isEqualTo("NOT JUDGED. 1 opened, 0 closed, 1 opened or closed while the ledger was read");
  }

  @Test
  void aProcessThatHasEndedHasNoMeanwhile() throws Exception {
    assertThat(Headline.of(report(ProcessEntry.Ended.EXIT)).text()).startsWith("1 LEAK: ");
  }
}
