package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Doubt;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests resources of classes in which some methods that close them are not woven. */
class UnseenCloseTest {
  private static final List<Frame> OPENED = stack("com.acme.Main.run:40", "com.acme.Main.main:7");

  private final LedgerBuilder ledger = ledger();

  private static TypeEntry unseen(String className) {
    return new TypeEntry(
        "view",
        className,
        false,
        false,
        false,
        false,
        new TypeEntry.Closing("close()", false, true, null, false),
        TypeEntry.Policy.NONE);
  }

  @Test
  void areNoLeaksThoughTheyWereCollected() {
    ledger.open(unseen("com.acme.View$$Lambda"), OPENED).collected();

    Finding finding = only(ledger, Verdicts.UNSEEN_CLOSE);

    assertThat(finding.leak()).isFalse();
    assertThat(finding.confidence()).isEqualTo(Confidence.Level.LOW);
    assertThat(why(finding))
        .containsExactly("a lambda in View: no agent can change the code of lambdas");
    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: NOT JUDGED. ")
        .contains("closes of view cannot be seen");
  }

  @Test
  void areCountedInTheHeadlineBesideLeaksAndOthers() {
    ledger.open(unseen("com.acme.View"), OPENED);
    ledger.open(unseen("com.acme.View"), OPENED);
    ledger.open(type("file", "com.acme.File"), OPENED).infrastructure("com.acme.Main.init");
    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: NOT JUDGED. 3 resources still open, UNSEEN_CLOSE, INFRASTRUCTURE, 2")
        .contains(", 2 unseen close (pid ");

    ledger.open(type("file", "com.acme.File"), OPENED);
    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: 1 LEAK: 1 open (1 file), at Main.run, 2 unseen close (pid ");
  }

  @Test
  void nameTheClassInWhichNoneIsWoven() {
    ledger.open(unseen("com.acme.View"), OPENED);

    assertThat(why(only(ledger, Verdicts.UNSEEN_CLOSE)))
        .containsExactly(
            "none of the close methods that its rule names is woven in View or a supertype");
  }

  private static TypeEntry unseen(String type, boolean exists, String what) {
    String name = "com.acme." + type;
    return new TypeEntry(
        type,
        name,
        false,
        false,
        false,
        false,
        new TypeEntry.Closing("close()", false, exists, what, false),
        TypeEntry.Policy.NONE);
  }

  @Test
  void areNoLeaksThoughOtherClosesAreSeen() {
    String what = "acme.yaml:6:20: 'release' of com.acme.Pipe is not tracked (it is native)";
    TypeEntry pipe = unseen("Pipe", true, what);
    ledger.open(pipe, OPENED);
    ledger.closed(pipe, OPENED, 3, 1_000_000);

    Finding finding = only(ledger, Verdicts.UNSEEN_CLOSE);

    assertThat(finding.leak()).isFalse();
    assertThat(finding.confidence()).isEqualTo(Confidence.Level.LOW);
    assertThat(why(finding)).containsExactly(what + ": it may have been closed unseen");
    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: NOT JUDGED. ")
        .contains("UNSEEN_CLOSE, not judged")
        .contains(what);
    assertThat(Reports.of(ledger).confidence().doubts())
        .containsExactly(new Doubt.ClosesUnseen(List.of("Pipe"), false));
  }

  @Test
  void areNothingToSpeakOfIfAllWereClosed() {
    ledger.closed(unseen("Pipe", true, "'release' is native"), OPENED, 3, 1_000_000);
    ledger.closed(unseen("Tube", false, "there is no 'relase'"), OPENED, 3, 1_000_000);
    ledger.closed(unseen("com.acme.View"), OPENED, 0, 0);

    assertThat(Reports.text(ledger)).contains("clean. 6 opened, 6 closed");
    assertThat(Reports.of(ledger).confidence().level()).isEqualTo(Confidence.Level.HIGH);
  }

  @Test
  void lowerTheConfidenceOfTheirTypeAloneIfARuleNamesAMethodThatIsNotThere() {
    String what = "acme.yaml:6:20: com.acme.Pipe has no method 'relase', expected one of close";
    ledger.open(unseen("Pipe", false, what), OPENED);
    ledger.open(LedgerBuilder.type("file", "com.acme.File"), OPENED);

    Report report = Reports.of(ledger);

    assertThat(report.findings())
        .allMatch(Finding::leak)
        .extracting(f -> f.type().name() + " " + f.confidence())
        .containsExactlyInAnyOrder("Pipe LOW", "file HIGH");
    String said = what + ": it may have been closed unseen";
    for (Finding finding : report.findings()) {
      assertThat(why(finding).contains(said)).isEqualTo(finding.type().name().equals("Pipe"));
    }
    assertThat(Reports.text(ledger))
        .contains(said)
        .contains(
            "confidence LOW: some methods that rules name as closing Pipe do not exist:"
                + " closes may have been missed");
    for (String format : List.of("json", "html")) {
      assertThat(Reports.written(report, ReportFormats.byName(format))).contains("relase");
    }
  }

  @Test
  void keepNoOtherTypeFromBeingTrusted() {
    ledger.open(unseen("com.acme.View$$Lambda"), OPENED);
    ledger.open(LedgerBuilder.type("file", "com.acme.File"), OPENED);

    assertThat(Reports.of(ledger).findings())
        .extracting(f -> f.type().name() + " " + f.confidence())
        .containsExactlyInAnyOrder("view LOW", "file HIGH");
  }
}
