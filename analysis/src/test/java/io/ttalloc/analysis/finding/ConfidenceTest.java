package io.ttalloc.analysis.finding;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.DoubtText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.record.NotWovenRecord;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ConfidenceTest {

  @Test
  void possiblyMissedEventsLowerItAndAreNamedAsUnseen() {
    assertUnseen(
        ledger().dropped(Loss.CANNOT_GROW, 2),
        "2 events dropped: the ledger's file could not grow");
    assertUnseen(ledger().hookErrors(1), "1 error inside the agent");
    assertUnseen(
        ledger().truncatedBeforePass(0), image -> "damaged ledger: " + image.damage().get(0));
    assertUnseen(
        ledger().malformedMark("torn"), image -> "damaged marks: " + image.marksDamage().get(0));
    assertUnseen(ledger().gap(Gap.SWITCHED_OFF), "tracking switched itself off because of errors");
    assertUnseen(ledger().gap(Gap.NOT_WOVEN), "a class named by a rule could not be woven");
    assertUnseen(ledger().gap(Gap.INPUT_LEFT_OUT), "some options or rules were ignored");
    assertUnseen(
        ledger().gap(Gap.NUMBER_OPENED_AGAIN),
        "some handle numbers were reused before a close was seen: some closes were missed, or"
            + " several objects hand out the same numbers");
  }

  @Test
  void namesSomeOfTheClassesThatCouldNotBeWovenAndCountsAll() {
    LedgerBuilder ledger = ledger().gap(Gap.NOT_WOVEN);
    ledger.code(writer -> NotWovenRecord.write(writer.rows(), "com.acme.Large"));
    assertUnseen(ledger, "a class named by a rule could not be woven: com.acme.Large");
    for (String more : List.of("B", "A", "D", "C", "E", "B")) {
      ledger.code(writer -> NotWovenRecord.write(writer.rows(), "com.acme." + more));
    }
    assertUnseen(
        ledger,
        "6 classes named by rules could not be woven: com.acme.A, com.acme.B, com.acme.C,"
            + " com.acme.D, com.acme.E and 1 more");
    assertThat(in(ledger).notWoven()).hasSize(6).endsWith("com.acme.Large");
  }

  @Test
  void saysThatNotAllClassesAreKnownThatCouldNotBeWoven() {
    LedgerBuilder ledger = ledger().gap(Gap.NOT_WOVEN);
    for (int i = 1_000; i < 2_001; i++) {
      String name = "C" + i;
      ledger.code(writer -> NotWovenRecord.write(writer.rows(), name));
    }
    assertUnseen(
        ledger,
        "at least 1,000 classes named by rules could not be woven: C1000, C1001, C1002, C1003, C1004 and 995 more");
  }

  @Test
  void listsAsUnrecordedOnlyWhatIsKnownToBeMissing() {
    assertThat(in(ledger().gap(Gap.SWITCHED_OFF)).unrecorded())
        .containsExactly(Doubt.Fact.SWITCHED_OFF);
    assertThat(in(ledger().gap(Gap.NOT_WOVEN)).unrecorded()).hasSize(1);
    assertThat(in(ledger().gap(Gap.INPUT_LEFT_OUT)).unrecorded()).hasSize(1);
    assertThat(in(ledger().gap(Gap.NUMBER_OPENED_AGAIN)).unrecorded()).hasSize(1);
    LedgerBuilder other = ledger().hookErrors(1).gap(Gap.CLEANERS_AT_WORK);
    Confidence confidence = other.read(image -> Confidence.in(image, List.of("cut")));
    assertThat(confidence.unrecorded()).isEmpty();
  }

  @Test
  void uncertaintyAloneIsNotNamedAsUnseen() {
    LedgerBuilder ledger = ledger().attachedLate().gap(Gap.NOT_COLLECTED).gap(Gap.CLEANERS_AT_WORK);
    Confidence confidence = in(ledger);
    assertThat(confidence.level()).isEqualTo(Confidence.Level.LOW);
    assertThat(confidence.doubts()).hasSize(2);
    assertThat(confidence.unseen()).isEmpty();
  }

  @Test
  void stacksThatTheJvmCutsAreNoBetterThanNone() {
    Confidence confidence = in(ledger().gap(Gap.STACKS_CUT));
    assertThat(confidence.level()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(DoubtText.of(confidence.doubts()))
        .containsExactly(
            "the JVM truncates stacks: some openings have none, or lack their outermost calls");
  }

  @Test
  void unknownCallsMatterOnlyIfSomethingIsOpen() {
    assertThat(in(ledger().gap(Gap.CALLS_UNKNOWN)).level()).isEqualTo(Confidence.Level.HIGH);
    Confidence confidence = in(oneOpen().gap(Gap.CALLS_UNKNOWN));
    assertThat(confidence.level()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(DoubtText.of(confidence.doubts()))
        .containsExactly(
            "the running calls of some threads are unknown: LEFT_OPEN resources may be IN_USE");
  }

  @Test
  void missingDetailsLowerItForTheyDecideVerdictsButNoOpeningIsUnseen() {
    LedgerBuilder ledger = oneOpen().gap(Gap.DETAILS_MISSING);
    Confidence confidence = in(ledger);
    assertThat(confidence.level()).isEqualTo(Confidence.Level.LOW);
    assertThat(DoubtText.of(confidence.doubts()))
        .containsExactly(
            "some details are missing for lack of space or time: names, labels, the caches that"
                + " hold resources, or what running methods would still close");
    assertThat(confidence.unseen()).isEmpty();
    assertThat(Reports.of(ledger).findings())
        .extracting(Finding::confidence)
        .containsExactly(Confidence.Level.LOW);
  }

  @Test
  void missingStacksLowerItToMedium() {
    Confidence confidence = in(ledger().gap(Gap.STACKS_UNKNOWN));
    assertThat(confidence.level()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(DoubtText.of(confidence.doubts()))
        .containsExactly("there were too many stacks to record: some openings have none");
  }

  @Test
  void reportsDamageWhicheverPassOverTheSlotsFindsIt() {
    for (int pass = 1; pass <= 2; pass++) {
      Report report = Reports.of(oneOpen().truncatedBeforePass(pass));
      assertThat(report.confidence().damaged()).isTrue();
      // The first pass after the truncation finds that the file has become shorter; a later pass
      // finds it already truncated.
      List<String> reasons = DoubtText.of(report.confidence().doubts());
      assertThat(reasons).hasSize(3 - pass).allMatch(each -> each.startsWith("damaged ledger: "));
      assertThat(reasons.get(0)).contains(" was truncated while it was being read: ");
      assertThat(reasons.subList(1, reasons.size())).allMatch(s -> s.contains(" is truncated: "));
      assertThat(report.findings())
          .extracting(Finding::confidence)
          .containsExactly(Confidence.Level.LOW);
    }
  }

  @Test
  void unreadableMarksAreNoDamageOfTheLedger() {
    assertThat(Reports.of(oneOpen().malformedMark("torn")).confidence().damaged()).isFalse();
  }

  private static LedgerBuilder oneOpen() {
    LedgerBuilder ledger = ledger();
    ledger.open(
        LedgerBuilder.type("file", "java.io.FileInputStream"), LedgerBuilder.stack("a.B.c:1"));
    return ledger;
  }

  private static Confidence in(LedgerBuilder ledger) {
    return ledger.read(image -> Confidence.in(image, List.of()));
  }

  private static void assertUnseen(LedgerBuilder ledger, String reason) {
    assertUnseen(ledger, image -> reason);
  }

  private static void assertUnseen(LedgerBuilder ledger, Function<LedgerImage, String> reason) {
    ledger.read(
        image -> {
          Confidence confidence = Confidence.in(image, List.of());
          assertThat(confidence.level()).isEqualTo(Confidence.Level.LOW);
          assertThat(List.of(confidence.doubts(), confidence.unseen()).stream().map(DoubtText::of))
              .containsOnly(List.of(reason.apply(image)));
          return confidence;
        });
  }
}
