package io.ttalloc.analysis;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.finding.LateCloses;
import io.ttalloc.ledger.read.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownLateCloseTest {
  private static final List<Frame> STACK = stack("com.acme.Conn.close:8", "com.acme.Use.main:4");

  @Test
  void aLateCloseOfWhatTheLedgerNeverSawOpenIsOnlyCounted() {
    LedgerBuilder ledger = ledger();
    OpenedResource unseen = new OpenedResource(ledger, type("conn", "com.acme.Conn"), STACK, 0);
    ledger.record(recorder -> recorder.closedLate(unseen, STACK, 5));

    LateCloses late = Reports.of(ledger).lateCloses();
    assertThat(late.rows()).isEmpty();
    assertThat(late.unlisted()).isEqualTo(1);
    assertThat(Reports.text(ledger)).endsWith("\n1 resource closed late\n");
  }
}
