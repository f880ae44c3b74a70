package io.ttalloc.analysis.finding;

import static io.ttalloc.analysis.FakeLedger.ledger;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.FakeLedger;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfidenceTest {

  @Test
  void whatMayMissAnOpeningOrACloseIsGraveAndSaidToBeUnseen() {
    assertUnseen(
        ledger().dropped(Loss.CANNOT_GROW, 2),
        "2 events dropped: the ledger's file could not grow");
    assertUnseen(ledger().hookErrors(1), "1 error inside the probe");
    assertUnseen(ledger().damage("torn"), "damaged ledger: torn");
    assertUnseen(ledger().marksDamage("torn"), "damaged marks: torn");
    assertUnseen(ledger().gap(Gap.SWITCHED_OFF), "tracking switched itself off because of errors");
    assertUnseen(ledger().gap(Gap.NOT_WOVEN), "a class that a rule names could not be woven");
    assertUnseen(ledger().gap(Gap.RULES_LEFT_OUT), "rules that were asked for were left out");
  }

  @Test
  void onlyWhatWasNotRecordedTakesAllMeaningFromAJudgementWithoutALeak() {
    assertThat(Confidence.in(ledger().gap(Gap.SWITCHED_OFF), List.of()).unrecorded())
        .containsExactly("tracking switched itself off because of errors");
    assertThat(Confidence.in(ledger().gap(Gap.NOT_WOVEN), List.of()).unrecorded()).hasSize(1);
    assertThat(Confidence.in(ledger().gap(Gap.RULES_LEFT_OUT), List.of()).unrecorded()).hasSize(1);
    FakeLedger other = ledger().hookErrors(1).gap(Gap.CLEANERS_AT_WORK);
    assertThat(Confidence.in(other, List.of("cut")).unrecorded()).isEmpty();
  }

  @Test
  void whatIsOnlyUncertainHidesNothing() {
    FakeLedger ledger = ledger().attachedLate().gap(Gap.NOT_COLLECTED).gap(Gap.CLEANERS_AT_WORK);
    Confidence confidence = Confidence.in(ledger, List.of());
    assertThat(confidence.level()).isEqualTo(Confidence.Level.LOW);
    assertThat(confidence.reasons()).hasSize(2);
    assertThat(confidence.unseen()).isEmpty();
  }

  @Test
  void stacksThatFoundNoRoomHardlyChangeAVerdict() {
    Confidence confidence = Confidence.in(ledger().gap(Gap.STACKS_UNKNOWN), List.of());
    assertThat(confidence.level()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(confidence.reasons())
        .containsExactly("there were too many stacks to record all: some openings have none");
  }

  @Test
  void damageIsToldWhateverReadingOfTheSlotsMetIt() {
    for (int pass = 1; pass <= 2; pass++) {
      FakeLedger ledger = oneOpen().damageOfPass(pass, "cut");
      Report report = Reports.of(ledger);
      assertThat(report.confidence().damaged()).isTrue();
      assertThat(report.confidence().reasons()).containsExactly("damaged ledger: cut");
      assertThat(report.findings())
          .extracting(Finding::confidence)
          .containsExactly(Confidence.Level.LOW);
    }
    FakeLedger twice = oneOpen().damageOfPass(1, "cut").damageOfPass(2, "cut");
    assertThat(Reports.of(twice).confidence().reasons()).hasSize(1);
  }

  @Test
  void marksThatCannotBeReadDoNotDamageTheLedger() {
    assertThat(Reports.of(oneOpen().marksDamage("torn")).confidence().damaged()).isFalse();
  }

  private static FakeLedger oneOpen() {
    FakeLedger ledger = ledger();
    ledger.open(FakeLedger.type("file", "java.io.FileInputStream"), FakeLedger.stack("a.B.c:1"));
    return ledger;
  }

  private static void assertUnseen(FakeLedger ledger, String reason) {
    Confidence confidence = Confidence.in(ledger, List.of());
    assertThat(confidence.level()).isEqualTo(Confidence.Level.LOW);
    assertThat(List.of(confidence.reasons(), confidence.unseen())).containsOnly(List.of(reason));
  }
}
