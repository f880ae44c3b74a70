package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.Reports.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Resources of classes in which no method that closes them is woven. */
class UnseenCloseTest {
  private static final List<Frame> OPENED = stack("com.acme.Main.run:40", "com.acme.Main.main:7");

  private final LedgerBuilder ledger = ledger();

  private static TypeEntry unseen(String className) {
    return new TypeEntry("view", className, false, false, false, false, true, "close()");
  }

  @Test
  void areNoLeaksThoughTheyWereCollected() {
    ledger.open(unseen("com.acme.View$$Lambda"), OPENED).collected();

    Finding finding = only(ledger, Verdicts.UNSEEN_CLOSE);

    assertThat(finding.leak()).isFalse();
    assertThat(finding.confidence()).isEqualTo(Confidence.Level.LOW);
    assertThat(finding.why()).containsExactly("a lambda in View, whose code no agent can change");
    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: NOT JUDGED. ")
        .contains("no close of view can be seen");
  }

  @Test
  void nameTheClassInWhichNoneIsWoven() {
    ledger.open(unseen("com.acme.View"), OPENED);

    assertThat(only(ledger, Verdicts.UNSEEN_CLOSE).why())
        .containsExactly(
            "no method that its rule names as closing it is woven in View or its super types");
  }
}
