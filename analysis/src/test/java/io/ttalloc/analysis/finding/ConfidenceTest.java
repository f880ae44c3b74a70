package io.ttalloc.analysis.finding;

import static io.ttalloc.analysis.FakeLedger.ledger;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.FakeLedger;
import io.ttalloc.ledger.Gap;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfidenceTest {

  @Test
  void whatMayMissAnOpeningOrACloseIsGraveAndSaidToBeUnseen() {
    assertUnseen(ledger().dropped(2), "2 events dropped: the ledger was full");
    assertUnseen(ledger().hookErrors(1), "1 error inside the probe");
    assertUnseen(ledger().damage("torn"), "damaged ledger: torn");
    assertUnseen(
        ledger().gap(Gap.SWITCHED_OFF), "tracking switched itself off after too many errors");
    assertUnseen(ledger().gap(Gap.NOT_WOVEN), "a class that a rule names could not be woven");
  }

  @Test
  void whatIsOnlyUncertainHidesNothing() {
    FakeLedger ledger = ledger().attachedLate().gap(Gap.NOT_COLLECTED).gap(Gap.CLEANERS_AT_WORK);
    Confidence confidence = Confidence.in(ledger);
    assertThat(confidence.level()).isEqualTo(Confidence.Level.LOW);
    assertThat(confidence.reasons()).hasSize(2);
    assertThat(confidence.unseen()).isEmpty();
  }

  private static void assertUnseen(FakeLedger ledger, String reason) {
    Confidence confidence = Confidence.in(ledger);
    assertThat(confidence.level()).isEqualTo(Confidence.Level.LOW);
    assertThat(List.of(confidence.reasons(), confidence.unseen())).containsOnly(List.of(reason));
  }
}
